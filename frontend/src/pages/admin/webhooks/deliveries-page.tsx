import { useSearchWebhookDeliveriesQuery } from '../../../api/admin-api';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { DeliveryDrawer } from './delivery-drawer';
import { deliveryList } from './delivery-list';
import './webhooks.css';

/** Every event that was sent to an endpoint, or is about to be. */
export default function DeliveriesPage() {
  const table = useList(deliveryList);
  const query = useSearchWebhookDeliveriesQuery(table.arg, LIVE);
  return (
    <ListPage
      list={deliveryList}
      table={table}
      query={query}
      title="Webhook Deliveries"
      intro="What was sent to the endpoints, and what came back. Those that have ended are kept for 30 days."
      actions={
        <ButtonLink look="secondary" small to="/dashboard/webhooks">
          Endpoints
        </ButtonLink>
      }
      empty={
        <EmptyState title="No deliveries yet">
          They appear here as soon as something happens that an endpoint has chosen.
        </EmptyState>
      }
      renderDrawer={({ close, ...rest }) => <DeliveryDrawer {...rest} onClose={close} />}
    />
  );
}
