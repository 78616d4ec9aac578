import type { ReactNode } from 'react';
import type { ShopConfig } from '../../api/types';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import type { Charge } from './card-form';
import { CardPayment } from './card-payment';
import type { usePayment } from './use-payment';
import './payment-form.css';

interface PaymentFormProps {
  payment: ReturnType<typeof usePayment>;
  /** Dollars. */
  amount: number;
  currency?: string;
  config: ShopConfig['payments'];
  /** Something else is in progress that the payment waits for. */
  busy?: boolean;
  onPay: (charge: Charge) => Promise<unknown>;
  /** What else is to be read before it is sent. */
  children?: ReactNode;
}

/** The card form with what became of the payment; the card form is gone once the card was charged. */
export function PaymentForm({
  payment: { state, record, check },
  amount,
  currency = 'USD',
  config,
  busy,
  onPay,
  children,
}: PaymentFormProps) {
  if (state.phase === 'unrecorded')
    return (
      <Alert tone="warn">
        <p>
          Your card was charged, but the shop could not record it yet: {state.message} It will not be charged
          again. Transaction: <strong>{state.transactionId}</strong>
        </p>
        <Button look="secondary" small onClick={() => void record(state.orderId, state.transactionId)}>
          Try again to record it
        </Button>
      </Alert>
    );
  const isProcessing = state.phase === 'processing';
  return (
    <CardPayment
      amount={amount}
      currency={currency}
      config={config}
      busy={isProcessing || (busy ?? false)}
      onPay={async (charge) => void (await onPay(charge))}
      message={
        <>
          {/* Always there, so that screen readers hear what changes in it. */}
          <p role="status" className={isProcessing ? 'muted' : 'visually-hidden'}>
            {isProcessing ? 'Processing your payment…' : ''}
          </p>
          {state.phase === 'error' && <Alert tone="bad">{state.message}</Alert>}
          {state.phase === 'undecided' && (
            <Alert tone="info">
              <p>{state.message}</p>
              <Button look="secondary" small onClick={() => void check(state.orderId, state.transactionId)}>
                Check again
              </Button>
            </Alert>
          )}
          {children}
        </>
      }
    />
  );
}
