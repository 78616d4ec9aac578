import type { CsvColumn } from '../../lists/csv.js';
import { toDollars } from '../../common/money.js';
import type { Order } from '../orders/order.schema.js';
import { refundedCents } from '../refunds/refund-rules.js';

/** All columns of an export of orders. Amounts are dollars. */
export const ORDER_COLUMNS: readonly CsvColumn<Order>[] = [
  { header: 'order', value: ({ _id }) => String(_id) },
  { header: 'placedAt', value: ({ createdAt }) => createdAt },
  { header: 'status', value: ({ status }) => status },
  { header: 'customer', value: ({ userName }) => userName },
  { header: 'email', value: ({ userEmail }) => userEmail },
  { header: 'customerId', value: ({ userId }) => String(userId) },
  { header: 'address', value: ({ address }) => address },
  { header: 'phone', value: ({ phone }) => phone },
  { header: 'productId', value: ({ productId }) => String(productId) },
  { header: 'product', value: ({ productName }) => productName },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'quantity', value: ({ orderQuantity }) => orderQuantity },
  { header: 'price', value: ({ unitCents }) => toDollars(unitCents) },
  { header: 'total', value: ({ totalCents }) => toDollars(totalCents) },
  { header: 'refunded', value: (order) => toDollars(refundedCents(order)) },
  { header: 'refundStatus', value: ({ refundStatus }) => refundStatus },
  { header: 'dispute', value: ({ dispute }) => dispute },
  { header: 'paidAt', value: ({ paidAt }) => paidAt },
  { header: 'shippedAt', value: ({ shippedAt }) => shippedAt },
  { header: 'transactionId', value: ({ transactionId }) => transactionId },
];
