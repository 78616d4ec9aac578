import type { Order } from '../../../api/types';
import { count, date, money } from '../../../lib/format';
import { OrderTags } from '../../../features/orders/status';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { ProductImage } from '../../../features/products/product-image';
import { OrderActions } from './order-actions';

export const orderColumns: Column<Order>[] = [
  {
    key: 'image',
    label: 'Image',
    width: 88,
    render: (order) => (
      <ProductImage src={order.img} alt={order.productName} className="cell-image" sizes="3.5rem" />
    ),
  },
  {
    key: 'product',
    label: 'Product Name',
    namesRow: true,
    render: (order) => (
      <OpenRow id={order._id} label={`${order.productName}, show the order of ${order.userName}`}>
        {order.productName}
      </OpenRow>
    ),
  },
  {
    key: 'customer',
    label: 'Customer',
    width: 240,
    render: (order) => (
      <span className="cell-stack">
        {order.userName}
        <small>{order.userEmail}</small>
      </span>
    ),
  },
  {
    key: 'date',
    label: 'Date',
    render: (order) => <span className="num">{date(order.createdAt)}</span>,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  { key: 'price', label: 'Price', align: 'end', render: (order) => money(order.price) },
  { key: 'quantity', label: 'Order Quantity', align: 'end', render: (order) => count(order.orderQuantity) },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    render: (order) => <strong>{money(order.total)}</strong>,
    sort: {
      ascend: { key: 'total', label: 'Lowest total first' },
      descend: { key: '-total', label: 'Highest total first' },
    },
  },
  {
    key: 'status',
    label: 'Paid Status',
    render: (order) => (
      <span className="cell-row">
        {/* The action column says whether it is shipped. */}
        <OrderTags order={order.status === 'shipped' ? { ...order, status: 'paid' } : order} />
      </span>
    ),
  },
  { key: 'action', label: 'Action', render: (order) => <OrderActions order={order} /> },
];
