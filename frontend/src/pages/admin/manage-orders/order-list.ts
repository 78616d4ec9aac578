import { adminApi } from '../../../api/admin-api';
import type { FoundOrder, SearchPurchasesApiArg } from '../../../api/types';
import { count } from '../../../lib/format';
import { DISPUTE_OPTIONS, STATUS_OPTIONS } from '../../../features/orders/status';
import type { BulkAction, BulkLink } from '../../../lists/bulk';
import { defineList } from '../../../lists/define-list';
import type { FilterValues } from '../../../lists/filters';
import { foundNote, orderColumns } from './columns';
import { KindInput, ProductInput, ProductName } from './order-filters';

const orders = (rows: number): string => (rows === 1 ? '1 order' : `${count(rows)} orders`);

const SHIP: BulkAction = {
  key: 'ship',
  label: 'Ship',
  title: 'Ship the selected orders',
  confirm: (rows) => `Ship ${orders(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.bulkShipPurchases.initiate({ 'Idempotency-Key': key, bulkOrdersDto: body }),
    ).unwrap(),
};

const CANCEL: BulkAction = {
  key: 'cancel',
  label: 'Cancel orders',
  title: 'Cancel the selected orders',
  confirm: (rows) => `Cancel ${orders(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.bulkCancelPurchases.initiate({ 'Idempotency-Key': key, bulkOrdersDto: body }),
    ).unwrap(),
};

/** The server's limit for one list. */
const MOST_PACKED = 100;

const packing = (label: string, view: string): BulkLink => ({
  label,
  most: MOST_PACKED,
  to: (ids) => `/dashboard/manageOrders/packing?view=${view}&ids=${ids.join(',')}`,
});

const BY_TIME = ['newest', 'oldest'] as const;
const BY_TOTAL = ['-total', 'total'] as const;

/** The sorts that the server reads from an index beside these filters. */
export function orderSorts({
  q,
  email,
  productId,
  kind,
  dispute,
  externalId,
  from,
  to,
  minTotal,
  maxTotal,
}: FilterValues) {
  if (q || email || productId || kind || dispute || externalId || from || to) return BY_TIME;
  return minTotal || maxTotal ? BY_TOTAL : ([...BY_TIME, 'total', '-total'] as const);
}

export const orderList = defineList<FoundOrder, SearchPurchasesApiArg>({
  name: 'orders',
  caption: 'All orders',
  noun: 'orders',
  columns: orderColumns,
  search: {
    label: 'Search orders',
    placeholder: 'Number, customer, phone, street, part…',
    help: 'Finds order, PO and tracking numbers, SKUs and phones however they are written, e-mails, names and addresses.',
  },
  filters: [
    { kind: 'tabs', name: 'status', label: 'Status', any: 'All', options: STATUS_OPTIONS },
    { kind: 'dates', from: 'from', to: 'to', label: 'Ordered' },
    { kind: 'amounts', from: 'minTotal', to: 'maxTotal', label: 'Total', more: true },
    {
      kind: 'text',
      name: 'email',
      label: 'Customer’s e-mail',
      placeholder: 'customer@example.com',
      maxLength: 254,
      more: true,
    },
    {
      kind: 'custom',
      name: 'productId',
      label: 'Product',
      isValid: (text) => /^[0-9a-f]{24}$/i.test(text),
      show: ProductName,
      Input: ProductInput,
      more: true,
    },
    {
      kind: 'custom',
      name: 'kind',
      label: 'Kind',
      isValid: (text) => text.length <= 40,
      show: (text) => text,
      Input: KindInput,
      more: true,
    },
    {
      kind: 'select',
      name: 'dispute',
      label: 'Dispute',
      any: 'Disputed or not',
      options: DISPUTE_OPTIONS,
      more: true,
    },
    { kind: 'text', name: 'externalId', label: 'External id', maxLength: 100, more: true },
  ],
  sorts: orderSorts,
  bulk: [SHIP, CANCEL],
  rowNote: foundNote,
  bulkLinks: [packing('Packing slips', 'slips'), packing('Pick list', 'picks')],
  rowLabel: (order) => `${order.number}, ${order.productName} for ${order.userName}`,
  exportPath: '/purchases/export',
  moreExports: [{ label: 'Export lines', arg: { rows: 'lines' } }],
});
