import { Link } from 'react-router-dom';
import {
  useConfirmReconciledPaymentMutation,
  useRefundPaymentMutation,
  useSyncPaymentRefundsMutation,
} from '../../../api/admin-api';
import { money } from '../../../lib/format';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { disputeText, RESULT_TEXT, type Row } from './findings';

/** How a row is resolved: by a call, or by the decision of a person. */
export function ResolveAction({ row }: { row: Row }) {
  if (row.action === 'look-at-order' && row.orderId)
    return (
      <Link
        className="row-link"
        to={`/dashboard/manageOrders?open=${row.orderId}`}
        aria-label={`Look at the order: ${row.orderNumber}`}
      >
        Look at the order
      </Link>
    );
  if (row.action === 'respond-at-provider' || !row.intentId)
    return (
      <span className="cell-stack">
        {row.paymentUrl ? (
          <a href={row.paymentUrl}>Respond at the payment provider</a>
        ) : (
          'Respond at the payment provider'
        )}
        {row.disputeStatus && <small>{disputeText(row.disputeStatus)}</small>}
      </span>
    );
  const payment = { ...row, intentId: row.intentId };
  if (row.action === 'confirm') return <Confirm row={payment} />;
  return row.action === 'sync-refunds' ? <SyncRefunds row={payment} /> : <Refund row={payment} />;
}

interface PaymentProps {
  row: Row & { intentId: string };
}

function Confirm({ row: { intentId, amount, currency, orderNumber = '' } }: PaymentProps) {
  const [confirm] = useConfirmReconciledPaymentMutation();
  return (
    <ConfirmAction
      label="Confirm"
      subject={intentId}
      title="Confirm the order?"
      confirm="Confirm the order"
      run={() => confirm({ intentId }).unwrap()}
      done={({ result }) => RESULT_TEXT[result]}
    >
      <p>
        The payment of {money(amount, currency)} is what order {orderNumber} needs. The order becomes paid and
        can be shipped.
      </p>
    </ConfirmAction>
  );
}

function SyncRefunds({ row: { intentId, detail, orderNumber = '' } }: PaymentProps) {
  const [sync] = useSyncPaymentRefundsMutation();
  return (
    <ConfirmAction
      label="Take over"
      subject={intentId}
      tone="plain"
      title="Take over the refunds?"
      confirm="Take over the refunds"
      run={() => sync({ intentId }).unwrap()}
      done={({ result }) => RESULT_TEXT[result]}
    >
      <p>{detail}</p>
      <p>
        Order {orderNumber} gets the refunds as the payment provider has them. No money moves; a refund that
        failed there can then be made again.
      </p>
    </ConfirmAction>
  );
}

function Refund({ row }: PaymentProps) {
  const { intentId, amount, refundAmount = amount, currency, finding } = row;
  const [refund] = useRefundPaymentMutation();
  const isAgain = finding === 'refund-failed';
  const isPart = refundAmount < amount;
  const refunded = money(refundAmount, currency);
  return (
    <ConfirmAction
      label={isAgain ? 'Refund again' : 'Refund'}
      subject={intentId}
      title={isAgain ? 'Make the refund again?' : 'Refund the payment?'}
      confirm={isPart ? `Refund ${refunded}` : 'Refund the payment'}
      run={() => refund({ intentId }).unwrap()}
      done={({ result }) => (isPart && result === 'refunded' ? `Refunded ${refunded}` : RESULT_TEXT[result])}
    >
      {isPart ? (
        <p>
          {refunded} of the payment of {money(amount, currency)} goes back to the card.
          {isAgain && ' It is the refund that failed, and no more than that.'}
        </p>
      ) : (
        <p>
          All of the payment of {refunded} goes back to the card. An order that it paid is marked refunded.
        </p>
      )}
    </ConfirmAction>
  );
}
