import { useSearchItemsQuery } from '../../api/api';
import { ListPage } from '../../shared/table/list-page';
import { LIVE, useList } from '../../shared/table/use-list';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { productList } from './product-list';

export default function ManageProductsPage() {
  const table = useList(productList);
  const query = useSearchItemsQuery(table.arg, LIVE);
  return (
    <ListPage
      list={productList}
      table={table}
      query={query}
      title="Manage Products"
      empty={
        <EmptyState
          title="No products yet"
          action={<ButtonLink to="/dashboard/addProduct">Add A Product</ButtonLink>}
        >
          What you add appears here and in the shop at once.
        </EmptyState>
      }
    />
  );
}
