import type { Product, SearchItemsApiArg } from '../../api/types';
import { AVAILABILITY_OPTIONS } from '../../shared/availability';
import { defineList } from '../../shared/table/define-list';
import { productColumns } from './columns';

export const productList = defineList<Product, SearchItemsApiArg>({
  name: 'products',
  caption: 'All products',
  noun: 'products',
  columns: productColumns,
  search: { label: 'Search products', placeholder: 'Name, kind or description' },
  filters: [{ kind: 'select', name: 'availability', label: 'Availability', options: AVAILABILITY_OPTIONS }],
  // Those that the server reads from an index, together with a search.
  sorts: ({ q }) =>
    q
      ? ['newest', 'oldest', 'price', '-price']
      : ['newest', 'oldest', 'price', '-price', 'name', '-name', 'availableQ', '-availableQ'],
});
