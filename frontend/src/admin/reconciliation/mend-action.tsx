import { useRefundPaymentMutation, useSettlePaymentMutation } from '../../api/api';
import { ConfirmAction } from '../../shared/table/confirm-action';
import { amountIn, disputeWords, RESULT_WORDS, type Row } from './findings';

/** What mends a row: a call, or a decision at the payment provider. */
export function MendAction({ row }: { row: Row }) {
  if (row.action === 'answer-at-provider' || !row.intentId)
    return (
      <span className="cell-stack">
        Answer it at the payment provider
        {row.disputeStatus && <small>{disputeWords(row.disputeStatus)}</small>}
      </span>
    );
  const payment = { ...row, intentId: row.intentId };
  return row.action === 'settle' ? <Settle row={payment} /> : <Refund row={payment} />;
}

interface PaymentProps {
  row: Row & { intentId: string };
}

function Settle({ row: { intentId, amount, currency, orderId } }: PaymentProps) {
  const [settle] = useSettlePaymentMutation();
  return (
    <ConfirmAction
      label="Settle"
      subject={intentId}
      title="Settle the order?"
      confirm="Settle the order"
      run={() => settle({ intentId }).unwrap()}
      done={({ result }) => RESULT_WORDS[result]}
    >
      <p>
        The payment of {amountIn(amount, currency)} is what order {orderId} needs. The order becomes paid and
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
      done={({ result }) => RESULT_WORDS[result]}
    >
      <p>
        {finding === 'partly-refunded'
          ? `What is left of the payment of ${amountIn(amount, currency)} goes back to the card, and its order is marked refunded.`
          : `All of the payment of ${amountIn(amount, currency)} goes back to the card. An order that it paid is marked refunded.`}
      </p>
    </ConfirmAction>
  );
}
