import type { FoundOrder } from '../../../api/types';
import { FoundLine, FoundText } from '../../../features/orders/found';
import { foundElsewhere } from '../../../features/orders/found-parts';
import { inCurrencyOf, priceText, quantityText } from '../../../features/orders/order-texts';
import { FulfilmentTag, PaymentTags } from '../../../features/orders/status';
import { ProductImage } from '../../../features/products/product-image';
import { count } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { Time } from '../../../ui-admin/time';
import { OrderActions } from './order-actions';
import { OrderMenu } from './order-menu';

export const orderColumns: Column<FoundOrder>[] = [
  {
    key: 'number',
    label: 'Order',
    width: 118,
    namesRow: true,
    card: '1 / 2',
    render: (order) => (
      <OpenRow
        id={order._id}
        label={`${order.number}: ${order.productName}, show the order of ${order.userName}`}
      >
        <span className="order-number">
          <FoundText order={order} field="number" text={order.number} />
        </span>
      </OpenRow>
    ),
  },
  {
    key: 'date',
    label: 'Date',
    width: 124,
    card: '1 / 3',
    render: (order) => <Time at={order.createdAt} short />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'customer',
    label: 'Customer',
    minWidth: 96,
    card: '2 / 2',
    render: (order) => (
      <span className="cell-line" title={`${order.userName}, ${order.userEmail}`}>
        <FoundText order={order} field="customer" text={order.userName} />{' '}
        <small>
          <FoundText order={order} field="email" text={order.userEmail} />
        </small>
      </span>
    ),
  },
  {
    key: 'image',
    label: 'Image',
    width: 52,
    render: (order) => (
      <ProductImage src={order.img} alt={order.productName} className="cell-image" sizes="2.5rem" />
    ),
  },
  {
    key: 'product',
    label: 'Product Name',
    minWidth: 95,
    card: '3 / 2 / auto / span 2',
    render: (order) => (
      <span title={order.productName}>
        {order.lines.length === 1 && <span className="rows__on-card">{count(order.orderQuantity)} × </span>}
        <FoundText order={order} field="product" text={order.productName} />
      </span>
    ),
  },
  { key: 'price', label: 'Price', align: 'end', width: 86, render: priceText },
  {
    key: 'quantity',
    label: 'Order Quantity',
    align: 'end',
    width: 64,
    render: quantityText,
  },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    width: 94,
    card: '1 / 4',
    render: (order) => <strong>{inCurrencyOf(order, order.total)}</strong>,
    sort: {
      ascend: { key: 'total', label: 'Lowest total first' },
      descend: { key: '-total', label: 'Highest total first' },
    },
  },
  {
    key: 'status',
    label: 'Paid Status',
    width: 122,
    card: '2 / 3',
    render: (order) => <PaymentTags order={order} />,
  },
  {
    key: 'fulfilment',
    label: 'Fulfilment',
    width: 118,
    card: '2 / 4',
    render: (order) => <FulfilmentTag order={order} />,
  },
  {
    key: 'action',
    label: 'Action',
    width: 150,
    card: '3 / 4',
    render: (order) => (
      <span className="cell-row">
        <OrderActions order={order} />
        <OrderMenu order={order} />
      </span>
    ),
  },
];

/** Why a search found an order, where its cells do not show it. */
export function foundNote(order: FoundOrder) {
  const matches = foundElsewhere(order);
  return matches.length > 0 && <FoundLine matches={matches} />;
}
