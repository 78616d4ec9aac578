import { useCallback, useMemo, useRef, useState } from 'react';
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

/** The calls by which somebody pays an order: its customer, or a person with a link. */
export interface PaymentCalls {
  /** Opens the payment; returns the client secret. */
  open: (order: Payable) => Promise<string>;
  confirm: (orderId: string, transactionId: string) => Promise<unknown>;
}

/**
 * Payment of one of the customer's own orders.
 *
 * @param onStale the order is not what it was: paid or cancelled meanwhile, or of another amount
 */
export function usePayment(onStale: () => void) {
  const [createIntent] = useCreatePaymentIntentMutation();
  const [confirmPayment] = useConfirmPaymentMutation();
  const calls = useMemo(
    (): PaymentCalls => ({
      open: async ({ _id: orderId, price }) =>
        (await createIntent({ createPaymentIntentDto: { orderId, price } }).unwrap()).clientSecret,
      confirm: (id, transactionId) => confirmPayment({ id, confirmPaymentDto: { transactionId } }).unwrap(),
    }),
    [createIntent, confirmPayment],
  );
  return usePaymentBy(calls, onStale);
}

/** @param onStale as for `usePayment` */
export function usePaymentBy({ open, confirm }: PaymentCalls, onStale: () => void) {
  const [state, setState] = useState<PaymentState>({ phase: 'idle' });
  const atWork = useRef(false);

  const record = useCallback(
    async (orderId: string, transactionId: string) => {
      setState({ phase: 'processing' });
      try {
        await confirm(orderId, transactionId);
        setState({ phase: 'success', transactionId });
        return true;
      } catch (error) {
        setState({ phase: 'unrecorded', orderId, transactionId, message: asApiError(error).detail });
        return false;
      }
    },
    [confirm],
  );

  /** Asks the shop whether a payment that was not decided has succeeded; the shop asks the provider. */
  const check = useCallback(
    async (orderId: string, transactionId: string) => {
      setState({ phase: 'processing' });
      try {
        await confirm(orderId, transactionId);
        setState({ phase: 'success', transactionId });
      } catch (error) {
        setState({ phase: 'undecided', orderId, transactionId, message: asApiError(error).detail });
        onStale();
      }
    },
    [confirm, onStale],
  );

  /** Charges the card; whether the order is paid and recorded. */
  const pay = useCallback(
    async (order: Payable, charge: Charge): Promise<boolean> => {
      const { _id: orderId } = order;
      if (atWork.current) return false;
      atWork.current = true;
      setState({ phase: 'processing' });
      try {
        return await record(orderId, await charge(await open(order)));
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
    [open, record, onStale],
  );

  return { state, pay, record, check };
}
