import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearchManagedItemsQuery } from '../../../api/admin-api';
import { ListPage } from '../../../lists/list-page';
import { findKind, useKinds } from '../../../features/kinds/use-kinds';
import { LIVE, useList } from '../../../lists/use-list';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { ImportProducts } from './import-products';
import { ProductDrawer } from './product-drawer';
import { productList } from './product-list';
import './manage-products.css';
import '../../../features/products/product-form/product-form.css';

export default function ManageProductsPage() {
  const { kinds } = useKinds();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('kind') ?? undefined;
  const slug = findKind(kinds, chosen)?.slug;
  useEffect(() => {
    // an address may have another name of a kind; exports and changes of all that match know only its slug
    if (slug !== undefined && slug !== chosen)
      setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), kind: slug }), { replace: true });
  }, [slug, chosen, setSearch]);
  const list = useMemo(() => productList(kinds, chosen), [kinds, chosen]);
  const table = useList(list);
  const query = useSearchManagedItemsQuery(table.arg, LIVE);
  const add = (
    <ButtonLink small to="/dashboard/addProduct">
      Add A Product
    </ButtonLink>
  );
  return (
    <ListPage
      list={list}
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
