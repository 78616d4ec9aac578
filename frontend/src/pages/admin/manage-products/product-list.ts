import type { SearchManagedItemsApiArg } from '../../../api/generated-account';
import type { ManagedProduct } from '../../../api/types';
import { AVAILABILITY_OPTIONS } from '../../../features/products/availability';
import { defineList } from '../../../lists/define-list';
import { archiveProducts, changePrices, changeStock, unarchiveProducts } from './bulk-changes';
import { productColumns } from './columns';

export const productList = defineList<ManagedProduct, SearchManagedItemsApiArg>({
  name: 'products',
  caption: 'All products',
  noun: 'products',
  columns: productColumns,
  search: { label: 'Search products', placeholder: 'Name, SKU, kind or description' },
  filters: [
    { kind: 'tabs', name: 'availability', label: 'Availability', any: 'All', options: AVAILABILITY_OPTIONS },
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
    { kind: 'text', name: 'kind', label: 'Kind', maxLength: 40 },
    { kind: 'amounts', from: 'minPrice', to: 'maxPrice', label: 'Price', more: true },
  ],
  // Those that the server reads from an index, beside a search or a range of prices.
  sorts: ({ q, minPrice, maxPrice }) => {
    if (minPrice !== undefined || maxPrice !== undefined) return ['price', '-price'];
    return q
      ? ['newest', 'oldest', 'price', '-price']
      : ['newest', 'oldest', 'price', '-price', 'name', '-name', 'availableQ', '-availableQ'];
  },
  bulk: ({ state }) => [
    changePrices,
    changeStock,
    state === 'archived' ? unarchiveProducts : archiveProducts,
  ],
  rowLabel: ({ name }) => name,
  exportPath: '/items/export',
});
