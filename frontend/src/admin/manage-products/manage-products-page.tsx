import { useSearchManagedItemsQuery } from '../../api/account-api';
import { ListPage } from '../../shared/table/list-page';
import { LIVE, useList } from '../../shared/table/use-list';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { ImportProducts } from './import-products';
import { ProductDrawer } from './product-drawer';
import { productList } from './product-list';
import './manage-products.css';
import '../product-form/product-form.css';

export default function ManageProductsPage() {
  const table = useList(productList);
  const query = useSearchManagedItemsQuery(table.arg, LIVE);
  const add = (
    <ButtonLink small to="/dashboard/addProduct">
      Add A Product
    </ButtonLink>
  );
  return (
    <ListPage
      list={productList}
      table={table}
      query={query}
      title="Manage Products"
      actions={
        <>
          <ImportProducts />
          {add}
        </>
      }
      empty={
        <EmptyState title="No products yet" action={add}>
          What you add appears here and in the shop at once.
        </EmptyState>
      }
      renderDrawer={({ id, close }) => <ProductDrawer id={id} close={close} />}
    />
  );
}
