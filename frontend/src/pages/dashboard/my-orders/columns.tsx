import { Link } from 'react-router-dom';
import type { Order } from '../../../api/types';
import { inCurrencyOf, priceText, quantityText } from '../../../features/orders/order-texts';
import { date } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { ProductImage } from '../../../features/products/product-image';
import { PaymentCell } from './payment-cell';
import { RemoveOrPutBack } from '../../../features/orders/remove-order';

export const myOrderColumns: Column<Order>[] = [
  {
    key: 'index',
    label: 'Index',
    width: 64,
    render: (_order, place) => <span className="num">{place}</span>,
  },
  {
    key: 'name',
    label: 'Name',
    namesRow: true,
    minWidth: 150,
    wraps: true,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
    render: (order) => (
      <span className="cell-stack">
        <OpenRow id={order._id} label={`${order.productName}, show the order ${order.number}`}>
          {order.productName}
        </OpenRow>
        <small>
          <Link
            className="row-link num"
            to={`/dashboard/orders/${order.number}`}
            aria-label={`Order ${order.number}`}
          >
            {order.number}
          </Link>
          , ordered {date(order.createdAt)}
        </small>
      </span>
    ),
  },
  {
    key: 'image',
    label: 'Image',
    width: 72,
    render: (order) => (
      <ProductImage src={order.img} alt={order.productName} className="cell-image" sizes="3.5rem" />
    ),
  },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    width: 130,
    wraps: true,
    sort: {
      ascend: { key: 'total', label: 'Lowest total first' },
      descend: { key: '-total', label: 'Highest total first' },
    },
    render: (order) => (
      <span className="cell-stack num">
        {priceText(order)}
        <small>{order.lines.length > 1 ? 'in all' : `${inCurrencyOf(order, order.total)} in all`}</small>
      </span>
    ),
  },
  {
    key: 'quantity',
    label: 'Quantity',
    align: 'end',
    width: 90,
    render: quantityText,
  },
  { key: 'remove', label: 'Remove Orders', width: 140, render: (order) => <RemoveOrPutBack order={order} /> },
  {
    key: 'payment',
    label: 'Payment',
    width: 170,
    wraps: true,
    render: (order) => <PaymentCell order={order} />,
  },
];
