import { useState } from 'react';
import { useGetConfigQuery } from '../../../api/api';
import type { Product } from '../../../api/types';
import { Button } from '../../../ui/button';
import { lazyForm } from '../../../ui/lazy-form';

const { Form } = lazyForm(async () => (await import('./alert-form')).default);

/** Asks to be told when a part is back in stock; the form is fetched when somebody wants it. */
export function StockAlert({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useGetConfigQuery();
  if (!data?.sendsMail) return null;
  if (isOpen) return <Form product={product} />;
  return (
    <Button wide onClick={() => setOpen(true)}>
      Tell me when it is back
    </Button>
  );
}
