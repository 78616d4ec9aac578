import { useCallback, useRef, useState } from 'react';
import { useConfirmPaymentMutation, useCreatePaymentIntentMutation } from '../../api/account-api';
import { asApiError } from '../../api/problem';
import type { Charge } from './card-form';
import { paymentMessage, StillProcessing } from './charge-error';

/** An order, and the amount due in dollars as the customer saw it. */
export interface Payable {
  _id: string;
  price: number;
}

export type PaymentState =
  | { phase: 'idle' | 'processing' }
  | { phase: 'error'; message: string }
  /** The provider has not decided yet. */
  | { phase: 'undecided'; orderId: string; transactionId: string; message: string }
  /** The card is charged, but the shop has not responded yet: the record is tried again, never the charge. */
  | { phase: 'unrecorded'; orderId: string; transactionId: string; message: string }
  | { phase: 'success'; transactionId: string };

/** @param onStale the order is not what it was: paid or cancelled meanwhile, or of another amount */
export function usePayment(onStale: () => void) {
  const [createIntent] = useCreatePaymentIntentMutation();
  const [confirmPayment] = useConfirmPaymentMutation();
  const [state, setState] = useState<PaymentState>({ phase: 'idle' });
  const atWork = useRef(false);

  const record = useCallback(
    async (orderId: string, transactionId: string) => {
      setState({ phase: 'processing' });
      try {
        await confirmPayment({ id: orderId, confirmPaymentDto: { transactionId } }).unwrap();
        setState({ phase: 'success', transactionId });
        return true;
      } catch (error) {
        setState({ phase: 'unrecorded', orderId, transactionId, message: asApiError(error).detail });
        return false;
      }
    },
    [confirmPayment],
  );

  /** Asks the shop whether a payment that was not decided has succeeded; the shop asks the provider. */
  const check = useCallback(
    async (orderId: string, transactionId: string) => {
      setState({ phase: 'processing' });
      try {
        await confirmPayment({ id: orderId, confirmPaymentDto: { transactionId } }).unwrap();
        setState({ phase: 'success', transactionId });
      } catch (error) {
        setState({ phase: 'undecided', orderId, transactionId, message: asApiError(error).detail });
        onStale();
      }
    },
    [confirmPayment, onStale],
  );

  /** Charges the card; whether the order is paid and recorded. */
  const pay = useCallback(
    async ({ _id: orderId, price }: Payable, charge: Charge): Promise<boolean> => {
      if (atWork.current) return false;
      atWork.current = true;
      setState({ phase: 'processing' });
      try {
        const { clientSecret } = await createIntent({ createPaymentIntentDto: { orderId, price } }).unwrap();
        return await record(orderId, await charge(clientSecret));
      } catch (error) {
        const message = paymentMessage(error);
        setState(
          error instanceof StillProcessing
            ? { phase: 'undecided', orderId, transactionId: error.intentId, message }
            : { phase: 'error', message },
        );
        // Another amount, or paid or cancelled meanwhile: show the order as it is now.
        if ([404, 409].includes(asApiError(error).status)) onStale();
        return false;
      } finally {
        atWork.current = false;
      }
    },
    [createIntent, record, onStale],
  );

  return { state, pay, record, check };
}
