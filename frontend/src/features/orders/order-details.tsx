import type { ReactNode } from 'react';
import type { Order, OrderLine, Shipment } from '../../api/types';
import { SideDrawer, type Neighbours } from '../../ui-admin/side-drawer';
import { Time } from '../../ui-admin/time';
import { ProductImage } from '../products/product-image';
import { Fact } from './fact';
import { OrderLines } from './order-lines';
import { expectedText, inCurrencyOf, priceText, progressText, quantityText, sumsOf } from './order-texts';
import { Receipt } from './receipt';
import { Shipments } from './shipments';
import { OrderTags } from './status';
import { Timeline } from './timeline';
import './orders.css';
import { Email } from '../../ui/email';

interface OrderDetailsProps {
  /** The order shown. */
  order: Order | undefined;
  /** Whether the drawer is open; by default while there is an order. */
  open?: boolean;
  onClose: () => void;
  steps?: Neighbours;
  /** Whether its customer looks at it. */
  isOwn?: boolean;
  /** What can be done next. */
  actions?: ReactNode;
  /** What can be done with one of several lines, and with a shipment. */
  renderLineActions?: (line: OrderLine) => ReactNode;
  renderShipmentActions?: (shipment: Shipment) => ReactNode;
  /** Below the history, and alone while there is no order. */
  more?: ReactNode;
}

export function OrderDetails({ order, onClose, steps, isOwn, actions, more, ...rest }: OrderDetailsProps) {
  const { open = order !== undefined, renderLineActions, renderShipmentActions } = rest;
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
          <Head order={order} isOwn={isOwn} renderLineActions={renderLineActions} />
          <Facts order={order} />
          <Shipments order={order} renderActions={renderShipmentActions} />
          <h3>History</h3>
          <Timeline order={order} isOwn={isOwn} />
          {more}
        </div>
      )}
      {!order && more}
    </SideDrawer>
  );
}

type HeadProps = Pick<OrderDetailsProps, 'isOwn' | 'renderLineActions'> & { order: Order };

/** What was ordered: one product with its image, or a list. */
function Head({ order, isOwn, renderLineActions }: HeadProps) {
  const isOne = order.lines.length === 1;
  return (
    <>
      <div className={isOne ? 'order-details__head' : undefined}>
        {isOne && <ProductImage src={order.img} alt="" className="order-details__image" sizes="8rem" />}
        <div className="cell-stack">
          <h2 className="order-details__name">{order.productName}</h2>
          <div className="cell-row">
            <OrderTags order={order} />
          </div>
        </div>
      </div>
      {!isOne && <OrderLines order={order} isOwn={isOwn} renderActions={renderLineActions} />}
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
      {order.externalId && <Fact name="External id">{order.externalId}</Fact>}
      {order.poNumber && <Fact name="PO number">{order.poNumber}</Fact>}
      <Fact name="Address" isText>
        {order.address}
      </Fact>
      <Fact name="Phone">{order.phone}</Fact>
      {order.note && (
        <Fact name="Customer’s note" isText>
          {order.note}
        </Fact>
      )}
      {order.delivery?.expected && <Fact name="Expected">{expectedText(order)}</Fact>}
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
