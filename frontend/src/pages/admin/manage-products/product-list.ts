import type { ManagedProductSort, SearchManagedItemsApiArg } from '../../../api/generated-admin';
import type { Kind, ManagedProduct } from '../../../api/types';
import { AVAILABILITY_OPTIONS } from '../../../features/products/availability';
import { findKind } from '../../../features/kinds/use-kinds';
import { defineList } from '../../../lists/define-list';
import { archiveProducts, changePrices, changeStock, setSpec, unarchiveProducts } from './bulk-changes';
import { productColumns } from './columns';
import { kindFilter, lacksFilter } from './kind-filters';
import { specsFilter } from './spec-filters';
import { filterOfSort, sortArgOf, specSortsOf } from './spec-sorts';

const SORTS = [
  'newest',
  'oldest',
  'price',
  '-price',
  'name',
  '-name',
  'availableQ',
  '-availableQ',
  '-waiting',
  'waiting',
] as const satisfies readonly ManagedProductSort[];

/**
 * @param kinds empty until they are there
 * @param chosen the kind of the address, as it is written there
 */
export const productList = (kinds: readonly Kind[], chosen: string | undefined) => {
  const kind = findKind(kinds, chosen);
  return defineList<ManagedProduct, SearchManagedItemsApiArg>({
    name: 'products',
    caption: 'All products',
    noun: 'products',
    columns: productColumns(kinds, kind),
    search: {
      label: 'Search products',
      placeholder: 'Name, SKU, kind or description',
      corrects: true,
    },
    filters: [
      {
        kind: 'tabs',
        name: 'availability',
        label: 'Availability',
        any: 'All',
        options: [...AVAILABILITY_OPTIONS, ['low-stock', 'Low or sold out']],
      },
      {
        kind: 'select',
        name: 'state',
        label: 'State',
        options: [
          ['on-sale', 'On sale'],
          ['archived', 'Archived'],
        ],
        fallback: 'on-sale',
      },
      kindFilter(kinds),
      // Which values a part has or lacks is a question to its kind.
      ...(chosen ? [lacksFilter(kind), specsFilter(kind, kinds.length > 0)] : []),
      { kind: 'amounts', from: 'minPrice', to: 'maxPrice', label: 'Price', more: true },
    ],
    sorts: ({ q }) => [...(q ? (['relevance'] as const) : []), ...SORTS, ...specSortsOf(kind)],
    sortLabels: [{ key: 'relevance', label: 'Best match' }],
    sortArg: sortArgOf,
    sortNeeds: filterOfSort,
    bulk: ({ state }) => [
      changePrices,
      changeStock,
      setSpec(kind?.slug),
      state === 'archived' ? unarchiveProducts : archiveProducts,
    ],
    rowLabel: ({ name }) => name,
    exportPath: '/items/export',
  });
};
