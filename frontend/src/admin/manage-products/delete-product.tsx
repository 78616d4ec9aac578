import { useDeleteItemMutation } from '../../api/api';
import type { ApiError } from '../../api/problem';
import type { Product } from '../../api/types';
import { ConfirmAction } from '../../shared/table/confirm-action';

export function DeleteProduct({ product }: { product: Product }) {
  const [deleteItem] = useDeleteItemMutation();
  const run = async () => {
    const { deletedCount } = await deleteItem({ id: product._id }).unwrap();
    if (!deletedCount) {
      const detail = 'It was not deleted. Perhaps it has been deleted already.';
      throw { status: 404, title: 'Not deleted', detail, errors: {} } satisfies ApiError;
    }
  };
  return (
    <ConfirmAction
      label="Delete"
      subject={product.name}
      title={`Are you sure, you want to Delete ${product.name}?`}
      confirm="Delete"
      run={run}
      done={`Product ${product.name} is Deleted Successfully!`}
    >
      <p>Please Check before Delete!</p>
    </ConfirmAction>
  );
}
