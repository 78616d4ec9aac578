import {
  useDismissPaymentEventMutation,
  useListFailedPaymentEventsQuery,
  useRetryPaymentEventMutation,
} from '../../../api/admin-api';
import type { FailedEvent } from '../../../api/types';
import { Time } from '../../../ui-admin/time';
import { count } from '../../../lib/format';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { LIVE } from '../../../lists/use-list';
import { Alert } from '../../../ui/feedback';

/** The payment provider's events that the shop gave up on; nothing is shown where there are none. */
export function FailedEvents() {
  const { data } = useListFailedPaymentEventsQuery(undefined, LIVE);
  if (!data || data.events.length === 0) return null;
  return (
    <Alert tone="warn">
      <h2 className="reconciliation__events-title">Events that could not be handled</h2>
      <p>
        What the payment provider reported with them may be missing here. They are not tried again by
        themselves.
      </p>
      <ul className="reconciliation__events">
        {data.events.map((event) => (
          <FailedEventItem key={event.id} event={event} />
        ))}
      </ul>
    </Alert>
  );
}

function FailedEventItem({ event }: { event: FailedEvent }) {
  const { id, type, intentId, reason, attempts, since } = event;
  const [retry] = useRetryPaymentEventMutation();
  const [dismiss] = useDismissPaymentEventMutation();
  return (
    <li>
      <div className="cell-stack">
        <strong>{type}</strong>
        <span>{reason}</span>
        <small className="reconciliation__id">
          {id}
          {intentId && ` · ${intentId}`}
        </small>
        <small>
          {count(attempts)} attempts since <Time at={since} />
        </small>
      </div>
      <span className="cell-row">
        <ConfirmAction
          label="Try again"
          tone="plain"
          subject={id}
          title="Handle this event again?"
          confirm="Try again"
          run={() => retry({ eventId: id }).unwrap()}
          done="The event is handled"
        >
          <p>It is read from the payment provider again.</p>
        </ConfirmAction>
        <ConfirmAction
          label="Dismiss"
          subject={id}
          title="Dismiss this event?"
          confirm="Dismiss the event"
          keep="Keep it"
          run={() => dismiss({ eventId: id }).unwrap()}
          done="The event is dismissed"
        >
          <p>The shop does not take it again. Its payment stays in the comparison below.</p>
        </ConfirmAction>
      </span>
    </li>
  );
}
