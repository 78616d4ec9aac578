import { useArchiveItemMutation, useUnarchiveItemMutation } from '../../../api/admin-api';
import { asApiError } from '../../../api/problem';
import type { ManagedProduct } from '../../../api/types';
import { RowMenu } from '../../../ui-admin/row-menu';
import { notify } from '../../../ui/notify';

const move = (call: Promise<unknown>, done: string) =>
  call.then(
    () => notify('success', done),
    (error: unknown) => notify('error', asApiError(error).detail),
  );

/** What is rarely done with a product of the list. */
export function ProductMenu({ product }: { product: ManagedProduct }) {
  const { _id: id, name, state } = product;
  const [archive] = useArchiveItemMutation();
  const [unarchive] = useUnarchiveItemMutation();
  const archiving =
    state === 'archived'
      ? {
          key: 'unarchive',
          label: 'Unarchive',
          run: () => void move(unarchive({ id }).unwrap(), `Product ${name} is on sale again`),
        }
      : {
          key: 'archive',
          label: 'Archive',
          run: () => void move(archive({ id }).unwrap(), `Product ${name} is archived`),
        };
  return (
    <RowMenu
      subject={name}
      items={[
        archiving,
        { key: 'duplicate', label: 'Duplicate', to: `/dashboard/addProduct?from=${id}` },
        {
          key: 'orders',
          label: 'Orders of this product',
          to: `/dashboard/manageOrders?productId=${id}`,
        },
        { key: 'audit', label: 'Who changed it', to: `/dashboard/auditLog?entityId=${id}` },
      ]}
    />
  );
}
