import { lazyForm } from '../../../ui/lazy-form';

const { Form: Basket, fetch: fetchForm } = lazyForm(
  async () => (await import('./basket')).Basket,
  'Loading the basket',
);

export { fetchForm };

/** What is collected to be ordered together. */
export default function BasketPage() {
  return <Basket />;
}
