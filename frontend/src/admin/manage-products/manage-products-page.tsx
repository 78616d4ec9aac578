import { useSearchItemsQuery } from '../../api/api';
import type { ProductSort } from '../../api/types';
import { useTableParams } from '../../shared/hooks/use-table-params';
import { searchText } from '../../shared/limits';
import { DataTable } from '../../shared/table/data-table';
import { FilterSelect } from '../../shared/table/filter-select';
import { parseEnum } from '../../shared/table/parse-enum';
import { PageHead } from '../../shared/table/page-head';
import { SearchBox } from '../../shared/table/search-box';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/feedback';
import { AVAILABILITIES, AVAILABILITY_OPTIONS } from '../../shared/availability';
import { productColumns } from './columns';

const FILTERS = ['q', 'availability'] as const;
const SORTS: readonly ProductSort[] = [
  'newest',
  'oldest',
  'price',
  '-price',
  'name',
  '-name',
  'availableQ',
  '-availableQ',
];
/** Those that the server reads from an index, together with a search. */
const SEARCHED_SORTS: readonly ProductSort[] = ['newest', 'oldest', 'price', '-price'];

export default function ManageProductsPage() {
  const table = useTableParams({ filters: FILTERS, pageSize: 20, sort: 'newest' });
  const { page, pageSize, q, availability, sort } = table.params;
  const sorts = q ? SEARCHED_SORTS : SORTS;
  const query = useSearchItemsQuery(
    {
      page,
      pageSize,
      q: searchText(q),
      availability: parseEnum(AVAILABILITIES, availability),
      sort: parseEnum(sorts, sort),
    },
    { refetchOnMountOrArgChange: true },
  );
  const add = <ButtonLink to="/dashboard/addProduct">Add A Product</ButtonLink>;

  return (
    <>
      <PageHead title="Manage Products" />
      <DataTable
        caption="All products"
        noun="products"
        columns={productColumns}
        sorts={sorts}
        table={table}
        query={query}
        toolbar={
          <>
            <SearchBox
              label="Search products"
              placeholder="Name, kind or description"
              value={q}
              problem={query.error}
              onSearch={(text) => table.set({ q: text })}
            />
            <FilterSelect
              label="Availability"
              any="All"
              options={AVAILABILITY_OPTIONS}
              value={parseEnum(AVAILABILITIES, availability)}
              onChange={(value) => table.set({ availability: value })}
            />
          </>
        }
        empty={
          <EmptyState title="No products yet" action={add}>
            What you add appears here and in the shop at once.
          </EmptyState>
        }
      />
    </>
  );
}
