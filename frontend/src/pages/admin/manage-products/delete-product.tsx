import { useDeleteItemMutation, useRestoreItemMutation } from '../../../api/admin-api';
import type { ApiError } from '../../../api/problem';
import { ConfirmAction } from '../../../ui-admin/confirm-action';

interface DeleteProductProps {
  product: { _id: string; name: string };
  onDone?: () => void;
}

export function DeleteProduct({ product, onDone }: DeleteProductProps) {
  const [deleteItem] = useDeleteItemMutation();
  const [restore] = useRestoreItemMutation();
  const { _id: id, name } = product;
  const run = async () => {
    const { deletedCount } = await deleteItem({ id }).unwrap();
    if (!deletedCount) {
      const detail = 'It was not deleted. Perhaps it has been deleted already.';
      throw { status: 404, title: 'Not deleted', detail, errors: {} } satisfies ApiError;
    }
    onDone?.();
  };
  return (
    <ConfirmAction
      label="Delete"
      subject={name}
      title={`Are you sure, you want to Delete ${name}?`}
      confirm="Delete"
      run={run}
      done={`Product ${name} is Deleted Successfully!`}
      undo={{ run: () => restore({ id }).unwrap(), done: `Product ${name} is back` }}
    >
      <p>Please Check before Delete!</p>
    </ConfirmAction>
  );
}
