import type { ReactNode } from 'react';
import type { Order, OrderLine } from '../../api/types';
import { SideDrawer, type Neighbours } from '../../ui-admin/side-drawer';
import { Time } from '../../ui-admin/time';
import { ProductImage } from '../products/product-image';
import { OrderAgain, OrderLines } from './order-lines';
import { inCurrencyOf, priceText, progressText, quantityText, sumsOf } from './order-texts';
import { Receipt } from './receipt';
import { Shipments } from './shipments';
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
  /** Whether its customer looks at it, who may want the same again. */
  canOrderAgain?: boolean;
  /** What can be done next. */
  actions?: ReactNode;
  /** Below the history, and alone while there is no order. */
  more?: ReactNode;
}

export function OrderDetails({
  order,
  onClose,
  steps,
  canOrderAgain,
  actions,
  more,
  ...rest
}: OrderDetailsProps) {
  const { open = order !== undefined } = rest;
  return (
    <SideDrawer
      open={open}
      onClose={onClose}
      width={30}
      title={order ? `Order ${order.number}` : 'Order'}
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
          <Head order={order} canOrderAgain={canOrderAgain} />
          <Facts order={order} />
          <Shipments order={order} />
          <h3>History</h3>
          <Timeline order={order} />
          {more}
        </div>
      )}
      {!order && more}
    </SideDrawer>
  );
}

interface HeadProps {
  order: Order;
  canOrderAgain: boolean | undefined;
}

/** What was ordered: one product with its image, or a list. */
function Head({ order, canOrderAgain }: HeadProps) {
  const [line, ...others] = order.lines;
  const isOne = others.length === 0;
  return (
    <>
      <div className={isOne ? 'order-details__head' : undefined}>
        {isOne && <ProductImage src={order.img} alt="" className="order-details__image" sizes="8rem" />}
        <div className="cell-stack">
          <h2 className="order-details__name">{order.productName}</h2>
          <div className="cell-row">
            <OrderTags order={order} />
          </div>
          {isOne && canOrderAgain && line && <OrderAgain line={line} />}
        </div>
      </div>
      {!isOne && <OrderLines order={order} canOrderAgain={canOrderAgain} />}
    </>
  );
}

function Facts({ order }: { order: Order }) {
  const { lines, userName, userEmail, holdUntil, status } = order;
  return (
    <dl className="data-facts">
      <Fact name="Order number">{order.number}</Fact>
      <Fact name="Date">
        <Time at={order.createdAt} />
      </Fact>
      {lines.length === 1 && <OneLine order={order} line={lines[0]!} />}
      {sumsOf(order).map(([name, amount]) => (
        <Fact key={name} name={name}>
          {amount}
        </Fact>
      ))}
      <Fact name="Total">
        <strong>{inCurrencyOf(order, order.total)}</strong>
      </Fact>
      {order.refunded > 0 && <Fact name="Refunded">{inCurrencyOf(order, order.refunded)}</Fact>}
      <Fact name="Customer">
        {userName}
        <br />
        <Email address={userEmail} />
      </Fact>
      {order.company && <Fact name="Company">{order.company}</Fact>}
      {order.vatId && <Fact name="VAT id">{order.vatId}</Fact>}
      {order.poNumber && <Fact name="PO number">{order.poNumber}</Fact>}
      <Fact name="Address">{order.address}</Fact>
      <Fact name="Phone">{order.phone}</Fact>
      {order.note && <Fact name="Customer’s note">{order.note}</Fact>}
      {order.delivery?.expected && (
        <Fact name="Expected">
          <Time at={order.delivery.expected} day />
        </Fact>
      )}
      {holdUntil && status === 'unpaid' && (
        <Fact name="Kept until">
          <Time at={holdUntil} />
        </Fact>
      )}
      {order.transactionId && <Fact name="Transaction">{order.transactionId}</Fact>}
    </dl>
  );
}

function OneLine({ order, line }: { order: Order; line: OrderLine }) {
  const { sku, quantity, shipped, refunded } = line;
  // of the whole, the state says so
  const isInParts = [shipped, refunded].some((units) => units > 0 && units < quantity);
  return (
    <>
      {sku && <Fact name="SKU">{sku}</Fact>}
      <Fact name="Unit price">{priceText(order)}</Fact>
      <Fact name="Quantity">
        {quantityText(order)}
        {isInParts && (
          <>
            <br />
            <small className="muted">{progressText(line)}</small>
          </>
        )}
      </Fact>
    </>
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
