import { toDollars } from '../../common/money.js';
import type { CsvColumn } from '../../lists/csv.js';
import { fulfilmentOf, lineTotal } from '../orders/order-lines.js';
import type { OrderLine } from '../orders/order-line.schema.js';
import type { Order } from '../orders/order.schema.js';
import { refundedCents } from '../refunds/refund-rules.js';

const first = ({ lines }: Order): OrderLine => lines[0]!;

/** All columns of an export of orders, a row each; those of a product are the first line's. Amounts are dollars. */
export const ORDER_COLUMNS: readonly CsvColumn<Order>[] = [
  { header: 'order', value: ({ _id }) => String(_id) },
  { header: 'number', value: ({ number }) => number },
  { header: 'placedAt', value: ({ createdAt }) => createdAt },
  { header: 'status', value: ({ status }) => status },
  { header: 'fulfilment', value: ({ lines }) => fulfilmentOf(lines) },
  { header: 'customer', value: ({ userName }) => userName },
  { header: 'email', value: ({ userEmail }) => userEmail },
  { header: 'customerId', value: ({ userId }) => String(userId) },
  { header: 'company', value: ({ company }) => company },
  { header: 'vatId', value: ({ vatId }) => vatId },
  { header: 'poNumber', value: ({ poNumber }) => poNumber },
  { header: 'address', value: ({ address }) => address },
  { header: 'phone', value: ({ phone }) => phone },
  { header: 'note', value: ({ note }) => note },
  { header: 'deliveryMethod', value: ({ delivery }) => delivery?.name },
  { header: 'deliveryExpected', value: ({ delivery }) => delivery?.expected },
  { header: 'lines', value: ({ lines }) => lines.length },
  { header: 'productId', value: (order) => String(first(order).productId) },
  { header: 'product', value: (order) => first(order).name },
  { header: 'kind', value: (order) => first(order).kind },
  { header: 'quantity', value: (order) => first(order).quantity },
  { header: 'price', value: (order) => toDollars(first(order).unitCents) },
  { header: 'currency', value: ({ currency }) => currency },
  { header: 'subtotal', value: ({ subtotalCents }) => toDollars(subtotalCents) },
  { header: 'delivery', value: ({ delivery }) => toDollars(delivery?.priceCents ?? 0) },
  { header: 'tax', value: ({ taxCents }) => toDollars(taxCents) },
  { header: 'total', value: ({ totalCents }) => toDollars(totalCents) },
  { header: 'refunded', value: (order) => toDollars(refundedCents(order)) },
  { header: 'refundStatus', value: ({ refundStatus }) => refundStatus },
  { header: 'dispute', value: ({ dispute }) => dispute },
  { header: 'paidAt', value: ({ paidAt }) => paidAt },
  { header: 'shippedAt', value: ({ shippedAt }) => shippedAt },
  { header: 'transactionId', value: ({ transactionId }) => transactionId },
  { header: 'externalId', value: ({ externalId }) => externalId },
];

/** A line with its order. */
export interface ExportedLine {
  order: Order;
  line: OrderLine;
}

/** All columns of an export of lines, a row each. Amounts are dollars. */
export const LINE_COLUMNS: readonly CsvColumn<ExportedLine>[] = [
  { header: 'order', value: ({ order }) => String(order._id) },
  { header: 'number', value: ({ order }) => order.number },
  { header: 'placedAt', value: ({ order }) => order.createdAt },
  { header: 'status', value: ({ order }) => order.status },
  { header: 'customer', value: ({ order }) => order.userName },
  { header: 'email', value: ({ order }) => order.userEmail },
  { header: 'company', value: ({ order }) => order.company },
  { header: 'vatId', value: ({ order }) => order.vatId },
  { header: 'poNumber', value: ({ order }) => order.poNumber },
  { header: 'note', value: ({ order }) => order.note },
  { header: 'deliveryMethod', value: ({ order }) => order.delivery?.name },
  { header: 'deliveryExpected', value: ({ order }) => order.delivery?.expected },
  { header: 'productId', value: ({ line }) => String(line.productId) },
  { header: 'product', value: ({ line }) => line.name },
  { header: 'sku', value: ({ line }) => line.sku },
  { header: 'kind', value: ({ line }) => line.kind },
  { header: 'quantity', value: ({ line }) => line.quantity },
  { header: 'shippedQuantity', value: ({ line }) => line.shipped },
  { header: 'refundedQuantity', value: ({ line }) => line.refunded },
  { header: 'price', value: ({ line }) => toDollars(line.unitCents) },
  { header: 'currency', value: ({ order }) => order.currency },
  { header: 'taxRate', value: ({ line }) => line.taxRate },
  { header: 'tax', value: ({ line }) => toDollars(line.taxCents) },
  { header: 'total', value: ({ order, line }) => toDollars(lineTotal(line, order.pricesIncludeTax)) },
  { header: 'externalId', value: ({ order }) => order.externalId },
];

/** The lines of orders, in their order. */
export async function* linesOf(orders: AsyncIterable<Order>): AsyncGenerator<ExportedLine> {
  for await (const order of orders) for (const line of order.lines) yield { order, line };
}
