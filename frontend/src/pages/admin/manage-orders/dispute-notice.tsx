import type { OrderDetail } from '../../../api/types';
import { dueText } from '../../../features/orders/dispute-text';
import { Alert } from '../../../ui/feedback';

/** Its id, for the button that it is the reason of. */
export const DISPUTE_NOTICE = 'dispute-notice';

/** Of an open dispute, until when to respond, and where; evidence is given at the payment provider alone. */
export function DisputeNotice({ order: { disputeDueBy, payment } }: { order: OrderDetail }) {
  return (
    <div id={DISPUTE_NOTICE}>
      <Alert tone="warn">
        <p>
          The cardholder disputes this payment.
          {disputeDueBy && <strong> Respond by {dueText(disputeDueBy)}.</strong>} The order cannot be shipped
          before the dispute is decided.
        </p>
        {payment?.url ? (
          <p>
            <a href={payment.url} target="_blank" rel="noopener noreferrer">
              Respond at the payment provider
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </p>
        ) : (
          <p>Respond at the payment provider.</p>
        )}
      </Alert>
    </div>
  );
}
