import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSearchManagedItemsQuery } from '../../../api/admin-api';
import type { CountManagedItemsApiArg } from '../../../api/generated-admin';
import { asApiError } from '../../../api/problem';
import type { Kind } from '../../../api/types';
import { ListPage } from '../../../lists/list-page';
import { filterOf } from '../../../lists/list-url';
import { TableSkeleton } from '../../../lists/table-skeleton';
import { filterableSpecs } from '../../../features/kinds/filterable-specs';
import { findKind, useKinds } from '../../../features/kinds/use-kinds';
import { LIVE, useList } from '../../../lists/use-list';
import { Button, ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { ImportProducts } from './import-products';
import { ProductDrawer } from './product-drawer';
import { productList } from './product-list';
import { CountedFilters, NEEDS_OPENSEARCH } from './spec-panel';
import { filterOfSort } from './spec-sorts';
import './manage-products.css';
import '../../../features/products/product-form/product-form.css';

const TITLE = 'Manage Products';

/** The products. What can be asked of a kind is known only when the kinds are. */
export default function ManageProductsPage() {
  const { kinds, isLoading } = useKinds();
  const [search] = useSearchParams();
  if (!isLoading || !search.has('kind')) return <ProductList kinds={kinds} />;
  return (
    <>
      <PageHead title={TITLE} />
      <TableSkeleton label="Loading products" rows={20} />
    </>
  );
}

function ProductList({ kinds }: { kinds: readonly Kind[] }) {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('kind') ?? undefined;
  const kind = findKind(kinds, chosen);
  const slug = kind?.slug;
  useEffect(() => {
    // an address may have another name of a kind; exports and changes of all that match know only its slug
    if (slug !== undefined && slug !== chosen)
      setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), kind: slug }), { replace: true });
  }, [slug, chosen, setSearch]);
  const list = useMemo(() => productList(kinds, chosen), [kinds, chosen]);
  const table = useList(list);
  const query = useSearchManagedItemsQuery(table.arg, LIVE);
  const counted = {
    kind,
    specs: useMemo(() => (kind ? filterableSpecs(kind) : []), [kind]),
    arg: filterOf(table.arg) as CountManagedItemsApiArg,
  };
  const add = (
    <ButtonLink small to="/dashboard/addProduct">
      Add A Product
    </ButtonLink>
  );
  return (
    <CountedFilters value={counted}>
      <ListPage
        list={list}
        table={table}
        query={query}
        title={TITLE}
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
        renderError={(error) =>
          asApiError(error).code === 'search-index-missing' ? (
            <NoSpecFilters
              onClear={() => {
                const isSorted = filterOfSort(table.state.sort ?? '') !== undefined;
                table.set({ spec: undefined, ...(isSorted && { sort: undefined }) });
              }}
            />
          ) : undefined
        }
        renderDrawer={({ id, close, steps }) => <ProductDrawer id={id} steps={steps} close={close} />}
      />
    </CountedFilters>
  );
}

/** In place of the rows where the server cannot filter or sort by specifications. */
const NoSpecFilters = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="Filters by specifications are not available now"
    action={
      <Button
        look="secondary"
        onClick={({ currentTarget }) => {
          // the button goes, and the focus with it
          currentTarget.closest<HTMLElement>('.data-table')?.focus({ preventScroll: true });
          onClear();
        }}
      >
        Show the products without them
      </Button>
    }
  >
    {NEEDS_OPENSEARCH}
  </EmptyState>
);
