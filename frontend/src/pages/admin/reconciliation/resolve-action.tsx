import { useRefundPaymentMutation, useConfirmReconciledPaymentMutation } from '../../../api/admin-api';
import { money } from '../../../lib/format';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { disputeText, RESULT_TEXT, type Row } from './findings';

/** How a row is resolved: by a call, or by a decision at the payment provider. */
export function ResolveAction({ row }: { row: Row }) {
  if (row.action === 'respond-at-provider' || !row.intentId)
    return (
      <span className="cell-stack">
        Respond at the payment provider
        {row.disputeStatus && <small>{disputeText(row.disputeStatus)}</small>}
      </span>
    );
  const payment = { ...row, intentId: row.intentId };
  return row.action === 'confirm' ? <Confirm row={payment} /> : <Refund row={payment} />;
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

function Refund({ row: { intentId, amount, currency, finding } }: PaymentProps) {
  const [refund] = useRefundPaymentMutation();
  return (
    <ConfirmAction
      label={finding === 'refund-failed' ? 'Refund again' : 'Refund'}
      subject={intentId}
      title="Refund the payment?"
      confirm="Refund the payment"
      run={() => refund({ intentId }).unwrap()}
      done={({ result }) => RESULT_TEXT[result]}
    >
      <p>
        {finding === 'partly-refunded'
          ? `What is left of the payment of ${money(amount, currency)} goes back to the card, and its order is marked refunded.`
          : `All of the payment of ${money(amount, currency)} goes back to the card. An order that it paid is marked refunded.`}
      </p>
    </ConfirmAction>
  );
}
