import { lazy, Suspense, type ComponentProps } from 'react';
import { Spinner } from '../../ui/spinner';
import type { OrderForm as Form } from './order-form';

const Loaded = lazy(async () => ({ default: (await import('./order-form')).OrderForm }));

/** The order form with the forms' library, which a page shows its part without. */
export const OrderForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<Spinner label="Loading the form" />}>
    <Loaded {...props} />
  </Suspense>
);
