import { useCallback, useRef, useState } from 'react';
import { useConfirmPaymentMutation, useCreatePaymentIntentMutation } from '../../api/account-api';
import { asApiError } from '../../api/problem';
import type { OrderToPay } from '../../api/types';
import type { Charge } from './card-form';
import { paymentMessage } from './charge-error';

export type PaymentState =
  | { phase: 'idle' | 'processing' }
  | { phase: 'error'; message: string }
  /** The card is charged, but the shop has not responded yet: the record is tried again, never the charge. */
  | { phase: 'unrecorded'; transactionId: string; message: string }
  | { phase: 'success'; transactionId: string };

export function usePayment(order: OrderToPay, onStale: () => void) {
  const [createIntent] = useCreatePaymentIntentMutation();
  const [confirmPayment] = useConfirmPaymentMutation();
  const [state, setState] = useState<PaymentState>({ phase: 'idle' });
  const atWork = useRef(false);
  const { _id: orderId, price } = order;

  const record = useCallback(
    async (transactionId: string) => {
      setState({ phase: 'processing' });
      try {
        await confirmPayment({ id: orderId, confirmPaymentDto: { transactionId } }).unwrap();
        setState({ phase: 'success', transactionId });
      } catch (error) {
        setState({ phase: 'unrecorded', transactionId, message: asApiError(error).detail });
      }
    },
    [confirmPayment, orderId],
  );

  const pay = useCallback(
    async (charge: Charge) => {
      if (atWork.current) return;
      atWork.current = true;
      setState({ phase: 'processing' });
      try {
        const { clientSecret } = await createIntent({ createPaymentIntentDto: { orderId, price } }).unwrap();
        await record(await charge(clientSecret));
      } catch (error) {
        setState({ phase: 'error', message: paymentMessage(error) });
        // Another amount, or paid or cancelled meanwhile: show the order as it is now.
        if ([404, 409].includes(asApiError(error).status)) onStale();
      } finally {
        atWork.current = false;
      }
    },
    [createIntent, record, orderId, price, onStale],
  );

  return { state, pay, record };
}
