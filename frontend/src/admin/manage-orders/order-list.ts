import type { SearchPurchasesApiArg } from '../../api/types';
import type { Order } from '../../api/types';
import { STATUS_OPTIONS } from '../../shared/orders/status';
import { defineList } from '../../shared/table/define-list';
import { orderColumns } from './columns';

export const orderList = defineList<Order, SearchPurchasesApiArg>({
  name: 'orders',
  caption: 'All orders',
  noun: 'orders',
  columns: orderColumns,
  search: { label: 'Search orders', placeholder: 'Customer, part or order number' },
  filters: [{ kind: 'select', name: 'status', label: 'Status', options: STATUS_OPTIONS }],
  // Those that the server reads from an index, together with a search.
  sorts: ({ q }) => (q ? ['newest', 'oldest'] : ['newest', 'oldest', 'total', '-total']),
});
