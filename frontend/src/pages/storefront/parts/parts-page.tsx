import { api, useListKindsQuery } from '../../../api/api';
import { ONCE, type PageLoader } from '../../../lib/page-load';
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
import { filterTags } from './filter-tags';
import { Filters } from './filters';
import { fetchFiltered, fetchNoParts, fetchSpecFilters, Filtered, NoParts } from './lazy-parts';
import { NEWEST } from './search-arg';
import { loadParts, useParts } from './use-parts';
import './parts.css';

const NAMES = ['q', 'asTyped', 'kind', 'spec', 'minPrice', 'maxPrice', 'availability'] as const;
const LIST = { filters: NAMES, pageSize: PART_PAGE_SIZE };

export const loader: PageLoader = async (store, _params, search) => {
  const params = readTableParams(search, LIST);
  const [found] = await Promise.all([
    loadParts(store, params),
    store.dispatch(api.endpoints.listKinds.initiate(undefined, ONCE)),
    params.kind && fetchSpecFilters(),
    NAMES.some((name) => params[name]) && fetchFiltered(),
  ]);
  if (found?.items.length === 0)
    await Promise.all([store.dispatch(api.endpoints.listItems.initiate(NEWEST, ONCE)), fetchNoParts()]);
};

export default function PartsPage() {
  const table = useTableParams(LIST);
  const { ref: startRef, focus: focusStart, go: goToStart } = useListStart();
  const { params } = table;
  const { found, facets, specs, spec, choices, dropped, isCounted } = useParts(params);
  const { data, currentData, error, isFetching, refetch } = found;
  // While typing, the last results stay visible until the next ones arrive.
  const shown = error && !currentData ? undefined : (currentData ?? data);

  const kinds = useListKindsQuery().data;
  const labelOf = (slug: string) => kindLabel(slug, kinds);
  const tags = filterTags(params, { labelOf, specs, choices });
  const { tab, description, path, isLeftOut, ...about } = aboutParts({ ...params, spec }, labelOf, tags);
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
        noindex={isLeftOut || undefined}
        jsonLd={canonical ? [breadcrumbData(absolute, path)] : undefined}
      />
      <div className="wrap parts">
        <Filters
          table={table}
          problem={error}
          facets={facets}
          specs={specs}
          choices={choices}
          shownCount={shown && rangeText({ ...shown, items: [] }, 'parts')}
        />
        <div className="parts__about">
          {table.filtered && (
            <Filtered
              table={table}
              tags={tags}
              corrected={shown?.corrected}
              dropped={dropped}
              isCounted={isCounted}
              onNone={focusStart}
            />
          )}
          <h2 className="visually-hidden">Parts</h2>
          {!(error && !shown) && <ResultCount shown={shown} noun="parts" ref={startRef} />}
        </div>
        <div className="parts__list" aria-busy={isFetching}>
          <ProductGrid
            products={shown?.items}
            error={error}
            retry={refetch}
            expect={6}
            eager={3}
            empty={<NoParts table={table} tags={tags} shown={shown} onLeave={goToStart} />}
          />
          {shown && shown.items.length > 0 && (
            <Pager {...shown} link={(page) => table.link({ page: String(page) })} onTurn={goToStart} />
          )}
        </div>
      </div>
    </>
  );
}
