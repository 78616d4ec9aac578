import { api, useSearchItemsQuery } from '../../api/api';
import { ONCE, type PageLoad } from '../../shared/page-load';
import { Button } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { useAbsoluteUrl } from '../../shared/page-title';
import { Pager } from '../../shared/ui/pager';
import { readTableParams, useTableParams } from '../../shared/hooks/use-table-params';
import { PageHead } from '../common/page-head';
import { ProductGrid } from '../common/product-grid';
import { breadcrumbData } from '../common/structured-data';
import { aboutParts, PART_PAGE_SIZE } from './about-parts';
import { Filters } from './filters';
import { searchArg } from './search-arg';

const NAMES = ['q', 'kind', 'minPrice', 'maxPrice', 'availability'] as const;
const LIST = { filters: NAMES, pageSize: PART_PAGE_SIZE, sort: 'newest' };

export const load: PageLoad = async ({ dispatch }, _params, search) => {
  const arg = searchArg(readTableParams(search, LIST));
  await Promise.all([
    dispatch(api.endpoints.searchItems.initiate(arg, ONCE)),
    dispatch(api.endpoints.listKinds.initiate(undefined, ONCE)),
  ]);
};

export default function PartsPage() {
  const table = useTableParams(LIST);
  const { data, currentData, error, isFetching, refetch } = useSearchItemsQuery(searchArg(table.params));
  // While typing, the last results stay visible until the next ones arrive.
  const shown = error && !currentData ? undefined : (currentData ?? data);

  const { tab, description, path, ...about } = aboutParts(table.params);
  // a list without parts, such as of a kind that does not exist, is nothing to find
  const canonical = shown?.items.length === 0 ? undefined : about.canonical;
  const absolute = useAbsoluteUrl();

  return (
    <>
      <PageHead
        title="Our All Products"
        tab={tab}
        lead="Every part we make, with its price, its minimum order and what is on the shelf right now."
        description={description}
        canonical={canonical}
        jsonLd={canonical ? [breadcrumbData(absolute, path)] : undefined}
      />
      <div className="wrap">
        <Filters table={table} problem={error} />
        <h2 className="visually-hidden">Parts</h2>
        <div aria-busy={isFetching}>
          <ProductGrid
            products={shown?.items}
            error={error}
            retry={refetch}
            expect={6}
            eager={3}
            empty={
              <EmptyState
                title="No parts match"
                action={
                  (table.filtered || table.params.page > 1) && (
                    <Button look="secondary" onClick={table.reset}>
                      Show all parts
                    </Button>
                  )
                }
              >
                Try fewer words, another kind, or a wider price range.
              </EmptyState>
            }
          />
        </div>
        {shown && shown.items.length > 0 && <Pager {...shown} onPage={table.setPage} />}
      </div>
    </>
  );
}
