import { useSearchManagedItemsQuery } from '../../../api/account-api';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { ImportProducts } from './import-products';
import { ProductDrawer } from './product-drawer';
import { productList } from './product-list';
import './manage-products.css';
import '../../../features/products/product-form/product-form.css';

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
      renderDrawer={({ id, close, steps }) => <ProductDrawer id={id} steps={steps} close={close} />}
    />
  );
}
