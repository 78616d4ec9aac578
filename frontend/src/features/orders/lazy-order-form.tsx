import { lazyForm } from '../../ui/lazy-form';

/** The order form, which a page shows its part without. */
export const { Form: OrderForm, fetch: fetchOrderForm } = lazyForm(
  async () => (await import('./order-form')).OrderForm,
);
