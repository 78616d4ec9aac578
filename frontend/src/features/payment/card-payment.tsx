import { lazy, Suspense } from 'react';
import { Spinner } from '../../ui/spinner';
import type { CardFormProps } from './card-form';
import '../../forms/form-layout.css';
import './card-form.css';

const SandboxCardForm = lazy(() => import('./sandbox-card-form'));
const StripeCardForm = lazy(() => import('./stripe-card-form'));

/** The card form of whoever takes the money: the sandbox when the shop names its address, Stripe otherwise. */
export function CardPayment(props: CardFormProps) {
  const Form = props.config.apiUrl ? SandboxCardForm : StripeCardForm;
  return (
    <Suspense fallback={<Spinner label="Loading the card form" />}>
      <Form {...props} />
    </Suspense>
  );
}
