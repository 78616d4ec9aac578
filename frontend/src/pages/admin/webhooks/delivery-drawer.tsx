import { useGetWebhookDeliveryQuery, useResendWebhookMutation } from '../../../api/admin-api';
import type { WebhookAttempt, WebhookDelivery, WebhookDeliveryDetail } from '../../../api/types';
import { ActionButton } from '../../../lists/action-button';
import { SideDrawer, type Neighbours } from '../../../ui-admin/side-drawer';
import { Time } from '../../../ui-admin/time';
import { ErrorState } from '../../../ui/feedback';
import { Skeleton } from '../../../ui/skeleton';
import { DeliveryState } from './delivery-list';
import { EndpointName } from './endpoint-filter';

interface DeliveryDrawerProps {
  /** None closes the drawer. */
  id: string | undefined;
  row: WebhookDelivery | undefined;
  steps: Neighbours;
  onClose: () => void;
}

/** A delivery with its requests and responses. */
export function DeliveryDrawer({ id, row, steps, onClose }: DeliveryDrawerProps) {
  const query = useGetWebhookDeliveryQuery({ id: id ?? '' }, { skip: !id, refetchOnMountOrArgChange: true });
  const [resend] = useResendWebhookMutation();
  const detail = id ? query.currentData : undefined;
  const delivery = detail ?? row;
  return (
    <SideDrawer
      open={id !== undefined}
      onClose={onClose}
      steps={steps}
      width={44}
      title={delivery?.type ?? 'Delivery'}
      closeLabel="Close the delivery"
      footer={
        delivery && (
          <ActionButton
            label="Send again"
            subject={delivery.type}
            run={() => resend({ id: delivery._id }).unwrap()}
            done="Event Is Sent Again"
          />
        )
      }
    >
      {detail ? (
        <DeliveryDetails delivery={detail} />
      ) : query.error && id ? (
        <ErrorState error={query.error} title="This delivery could not be loaded" retry={query.refetch} />
      ) : (
        <div role="status" aria-label="Loading the delivery">
          <Skeleton shape="short" />
          <Skeleton shape="block" />
        </div>
      )}
    </SideDrawer>
  );
}

/** JSON with a line for each field; a text that is none stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const DeliveryDetails = ({ delivery }: { delivery: WebhookDeliveryDetail }) => (
  <div className="delivery">
    <dl className="data-facts">
      <div>
        <dt>State</dt>
        <dd>
          <DeliveryState {...delivery} />
        </dd>
      </div>
      <div>
        <dt>Endpoint</dt>
        <dd>
          <EndpointName id={delivery.endpointId} />
        </dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd className="num">{delivery.subject}</dd>
      </div>
      <div>
        <dt>Event id</dt>
        <dd className="num">{delivery.eventId}</dd>
      </div>
      {delivery.nextAttemptAt && (
        <div>
          <dt>Next attempt</dt>
          <dd>
            <Time at={delivery.nextAttemptAt} />
          </dd>
        </div>
      )}
    </dl>
    <section>
      <h2>Request</h2>
      <Code label="Body of the request" text={pretty(delivery.body)} />
    </section>
    <section>
      <h2>Attempts</h2>
      {delivery.attempts.length === 0 ? (
        <p className="muted">It has not been sent yet.</p>
      ) : (
        <ol className="delivery__attempts">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.at}>
              <AttemptDetails attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </section>
  </div>
);

function AttemptDetails({ attempt }: { attempt: WebhookAttempt }) {
  const { at, durationMs, status, error, responseBody, isCut, requestHeaders } = attempt;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p>
        <Time at={at} />: {error ?? `status ${status}`} <small className="muted">after {durationMs} ms</small>
      </p>
      {responseBody && <Code label={isCut ? 'Response, its first 4 KB' : 'Response'} text={responseBody} />}
      <details>
        <summary>Headers of the request</summary>
        <Code label="Headers of the request" text={headers.join('\n')} />
      </details>
    </>
  );
}

const Code = ({ label, text }: { label: string; text: string }) => (
  <section aria-label={label}>
    <pre className="delivery__code">{text}</pre>
  </section>
);
