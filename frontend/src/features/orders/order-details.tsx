import type { ReactNode } from 'react';
import type { Order } from '../../api/types';
import { SideDrawer, type Neighbours } from '../../ui-admin/side-drawer';
import { Time } from '../../ui-admin/time';
import { count, money } from '../../lib/format';
import { ProductImage } from '../products/product-image';
import { Receipt } from './receipt';
import { orderNumber } from './order-number';
import { OrderTags } from './status';
import { timelineText } from './timeline-text';
import '../../ui-admin/parts.css';
import './orders.css';
import { Email } from '../../ui/email';

interface OrderDetailsProps {
  /** The order shown. */
  order: Order | undefined;
  /** Whether the drawer is open; by default while there is an order. */
  open?: boolean;
  onClose: () => void;
  steps?: Neighbours;
  /** What can be done next. */
  actions?: ReactNode;
  /** Below the history, and alone while there is no order. */
  more?: ReactNode;
}

export function OrderDetails({ order, onClose, steps, actions, more, ...rest }: OrderDetailsProps) {
  const { open = order !== undefined } = rest;
  return (
    <SideDrawer
      open={open}
      onClose={onClose}
      width={30}
      title={order ? `Order ${orderNumber(order)}` : 'Order'}
      steps={steps}
      footer={
        order && (
          <>
            {order.paid && <Receipt order={order} />}
            {actions}
          </>
        )
      }
      closeLabel="Close the order"
    >
      {order && (
        <div className="order-details">
          <div className="order-details__head">
            <ProductImage src={order.img} alt="" className="order-details__image" sizes="8rem" />
            <div className="cell-stack">
              <h2 className="order-details__name">{order.productName}</h2>
              <div className="cell-row">
                <OrderTags order={order} />
              </div>
            </div>
          </div>
          <dl className="data-facts">
            <Fact name="Date">
              <Time at={order.createdAt} />
            </Fact>
            <Fact name="Unit price">{money(order.price)}</Fact>
            <Fact name="Quantity">{count(order.orderQuantity)}</Fact>
            <Fact name="Total">
              <strong>{money(order.total)}</strong>
            </Fact>
            {order.refunded > 0 && <Fact name="Refunded">{money(order.refunded)}</Fact>}
            <Fact name="Customer">
              {order.userName}
              <br />
              <Email address={order.userEmail} />
            </Fact>
            <Fact name="Address">{order.address}</Fact>
            <Fact name="Phone">{order.phone}</Fact>
            {order.holdUntil && order.status === 'unpaid' && (
              <Fact name="Kept until">
                <Time at={order.holdUntil} />
              </Fact>
            )}
            {order.transactionId && <Fact name="Transaction">{order.transactionId}</Fact>}
            <Fact name="Order number">{order._id}</Fact>
          </dl>
          <h3>History</h3>
          <Timeline order={order} />
          {more}
        </div>
      )}
      {!order && more}
    </SideDrawer>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

function Timeline({ order }: { order: Order }) {
  return (
    <ol className="order-timeline">
      {order.timeline.map((entry) => {
        const { what, by } = timelineText(entry);
        return (
          <li key={`${entry.at} ${entry.what}`}>
            <strong>{what}</strong> <span className="muted">{by}</span>
            <br />
            <span className="muted">
              <Time at={entry.at} />
            </span>
            {entry.note && <p>{entry.note}</p>}
          </li>
        );
      })}
    </ol>
  );
}
