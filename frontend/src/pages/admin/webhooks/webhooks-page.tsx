import { useState } from 'react';
import { useListWebhookEndpointsQuery } from '../../../api/admin-api';
import type { WebhookEndpointSecret } from '../../../api/types';
import { PlainTable } from '../../../lists/plain-table';
import { LIVE } from '../../../lists/use-list';
import { Button, ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { endpointColumns } from './endpoint-columns';
import { type Edited, EndpointDrawer } from './endpoint-drawer';
import { ShownSecret } from './shown-secret';
import '../../../ui-admin/parts.css';
import './webhooks.css';

/** The programs to which the shop sends events. */
export default function WebhooksPage() {
  const { data, error, refetch } = useListWebhookEndpointsQuery(undefined, LIVE);
  const [edited, setEdited] = useState<Edited>();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<WebhookEndpointSecret>();
  const edit = (what: Edited) => {
    setEdited(what);
    setOpen(true);
  };
  const columns = endpointColumns({ onEdit: (id) => edit({ id }), onSecret: setShown });
  const add = (
    <Button small aria-haspopup="dialog" onClick={() => edit('new')}>
      Add An Endpoint
    </Button>
  );
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="The shop sends its events to these addresses, signed, and tries again for three days. Each event keeps its id, and those of an order come in their order."
      >
        <ButtonLink look="secondary" small to="/dashboard/webhookDeliveries">
          All Deliveries
        </ButtonLink>
        {add}
      </PageHead>
      {data ? (
        data.endpoints.length > 0 ? (
          <div className="data-table">
            <PlainTable
              title="Webhook endpoints"
              rowKey={({ _id }) => _id}
              columns={columns}
              rows={data.endpoints}
              pagination={false}
            />
          </div>
        ) : (
          <EmptyState title="No endpoints yet">
            Add the address of a program that wants to know of orders, products or reviews at once.
          </EmptyState>
        )
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading endpoints" />
      )}
      <EndpointDrawer
        open={open}
        edited={edited}
        onClose={() => setOpen(false)}
        onCreated={(created) => {
          setOpen(false);
          setShown(created);
        }}
      />
      <ShownSecret shown={shown} onDone={() => setShown(undefined)} />
    </>
  );
}
