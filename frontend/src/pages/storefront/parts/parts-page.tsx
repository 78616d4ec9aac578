import { api, useCountItemsQuery, useListKindsQuery, useSearchItemsQuery } from '../../../api/api';
import { ONCE, type PageLoader } from '../../../lib/page-load';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { rangeText } from '../../../lib/page-range';
import { useAbsoluteUrl } from '../../../ui/page-title';
import { Pager } from '../../../ui/pager';
import { ResultCount, useListStart } from '../../../ui/result-count';
import { readTableParams, useTableParams } from '../../../lib/use-table-params';
import { PageHead } from '../../../ui/page-head';
import { ProductGrid } from '../../../features/products/product-grid';
import { kindLabel } from '../../../features/products/kind-name';
import { breadcrumbData } from '../../../features/products/structured-data';
import { aboutParts, PART_PAGE_SIZE } from './about-parts';
import { ActiveFilters } from './active-filters';
import { Filters } from './filters';
import { NEWEST, NoParts } from './no-parts';
import { facetArg, isSortedByPrice, searchArg } from './search-arg';
import './parts.css';

const NAMES = ['q', 'kind', 'minPrice', 'maxPrice', 'availability'] as const;
const LIST = { filters: NAMES, pageSize: PART_PAGE_SIZE, sort: 'newest' };

export const loader: PageLoader = async ({ dispatch }, _params, search) => {
  const params = readTableParams(search, LIST);
  const [found] = await Promise.all([
    dispatch(api.endpoints.searchItems.initiate(searchArg(params), ONCE)),
    dispatch(api.endpoints.listKinds.initiate(undefined, ONCE)),
    dispatch(api.endpoints.countItems.initiate(facetArg(params), ONCE)),
  ]);
  if (found.data?.items.length === 0) await dispatch(api.endpoints.listItems.initiate(NEWEST, ONCE));
};

export default function PartsPage() {
  const table = useTableParams(LIST);
  const { ref: startRef, focus: focusStart, go: goToStart } = useListStart();
  const { params } = table;
  const { data, currentData, error, isFetching, refetch } = useSearchItemsQuery(searchArg(params));
  const facets = useCountItemsQuery(facetArg(params));
  // While typing, the last results stay visible until the next ones arrive.
  const shown = error && !currentData ? undefined : (currentData ?? data);

  const kinds = useListKindsQuery().data;
  const { tab, description, path, ...about } = aboutParts(table.params, (slug) => kindLabel(slug, kinds));
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
        <Filters
          table={table}
          problem={error}
          facets={facets.error ? undefined : facets.data}
          found={shown && rangeText({ ...shown, items: [] }, 'parts')}
        />
        <ActiveFilters table={table} onNone={focusStart} />
        <h2 className="visually-hidden">Parts</h2>
        {!(error && !shown) && (
          <ResultCount shown={shown} noun="parts" ref={startRef}>
            {isSortedByPrice(params) && ' Parts of a price range are sorted by price.'}
          </ResultCount>
        )}
        <div aria-busy={isFetching}>
          <ProductGrid
            products={shown?.items}
            error={error}
            retry={refetch}
            expect={6}
            eager={3}
            empty={
              shown?.total ? (
                <EmptyState
                  title={`There is no page ${shown.page}`}
                  action={
                    <ButtonLink to={table.link({})} look="secondary" preventScrollReset onClick={goToStart}>
                      Show the first page
                    </ButtonLink>
                  }
                />
              ) : (
                <NoParts table={table} onLeave={goToStart} />
              )
            }
          />
        </div>
        {shown && shown.items.length > 0 && (
          <Pager {...shown} link={(page) => table.link({ page: String(page) })} onTurn={goToStart} />
        )}
      </div>
    </>
  );
}
