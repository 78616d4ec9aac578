import { Injectable } from '@nestjs/common';
import { type ClientSession, type QueryFilter, Types } from 'mongoose';
import { OrderChanges } from '../orders/order-changes.service.js';
import type { LineUnits } from '../orders/order-line.schema.js';
import { outstandingUnits, withoutShipped, withShipped } from '../orders/order-lines.js';
import { isShipmentUndoable, isShippable, statusOfPaid } from '../orders/order-states.js';
import { searchFieldsOfOrder } from '../orders/order-words.js';
import type { Actor, Order } from '../orders/order.schema.js';
import { NotToBeShipped } from '../purchase-errors.js';
import type { Shipment } from './shipment.schema.js';

/** How a shipment is followed. */
export type Tracking = Pick<Shipment, 'carrier' | 'trackingNumber' | 'trackingUrl'>;

/** What is shipped, and how; without lines all that is left. */
export interface WantedShipment extends Tracking {
  /** The shipment's `_id`, chosen before, so that the same attempt cannot ship twice. */
  _id?: Types.ObjectId;
  lines?: readonly LineUnits[];
}

const detailOf = (lines: readonly LineUnits[]) =>
  lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity }));

/** Records what of an order was shipped, as part of its caller's unit of work. When an order may ship: `isShippable`. */
@Injectable()
export class Shipments {
  constructor(private readonly changes: OrderChanges) {}

  /**
   * Ships units of a paid order; null when it cannot be shipped.
   *
   * @throws NotToBeShipped for units that the order does not have, or that have shipped or were refunded
   */
  ship(
    session: ClientSession,
    orderId: string | Types.ObjectId,
    { _id = new Types.ObjectId(), lines, ...how }: WantedShipment,
    actor: Actor,
    where: QueryFilter<Order> = {},
  ): Promise<Order | null> {
    return this.changes.change(
      session,
      { _id: orderId, where },
      (order) => {
        if (!isShippable(order)) return undefined;
        const units = lines ?? restOf(order);
        assertOutstanding(order, units);
        const at = new Date();
        const shipped = withShipped(order.lines, units);
        const status = statusOfPaid(shipped, false);
        const shipment: Shipment = {
          _id,
          at,
          lines: [...units],
          ...how,
          ...(actor.userId !== undefined && { userId: actor.userId }),
        };
        const shipments = [...order.shipments, shipment];
        return {
          set: {
            lines: shipped,
            shipments,
            ...(how.trackingNumber && searchFieldsOfOrder(order, { shipments })),
            ...(status === 'shipped' && { status, shippedAt: at }),
          },
          what: status === 'shipped' ? 'shipped' : 'partly-shipped',
          detail: { lines: detailOf(units), shipmentId: String(_id) },
        };
      },
      actor,
    );
  }

  /** Undoes a shipment: its units are to be shipped again. Null when there is none, or it cannot be undone any more. */
  undo(
    session: ClientSession,
    _id: string | Types.ObjectId,
    shipmentId: Types.ObjectId,
    reason: string,
    actor: Actor,
    where: QueryFilter<Order> = {},
  ): Promise<Order | null> {
    return this.changes.change(
      session,
      { _id, where },
      (order) => {
        const shipment = order.shipments.find((one) => one._id.equals(shipmentId) && !one.undone);
        if (!shipment || !isShipmentUndoable(order)) return undefined;
        const undone = {
          at: new Date(),
          reason,
          ...(actor.userId !== undefined && { userId: actor.userId }),
        };
        const lines = withoutShipped(order.lines, shipment.lines);
        const status = statusOfPaid(lines, false);
        // nothing of it stands, and nothing is to be shipped: its units were refunded after they had left
        if (status === 'refunded') return undefined;
        return {
          set: {
            lines,
            status,
            shipments: order.shipments.map((one) => (one === shipment ? { ...one, undone } : one)),
            ...(status === 'paid' && { shippedAt: undefined }),
          },
          what: 'shipment-undone',
          detail: { lines: detailOf(shipment.lines), shipmentId: String(shipmentId) },
        };
      },
      actor,
    );
  }

  /** Replaces how a shipment is followed; null when there is none, or it was undone. */
  track(
    session: ClientSession,
    _id: string | Types.ObjectId,
    shipmentId: Types.ObjectId,
    tracking: Tracking,
    actor: Actor,
    where: QueryFilter<Order> = {},
  ): Promise<Order | null> {
    return this.changes.change(
      session,
      { _id, where },
      (order) => {
        const shipment = order.shipments.find((one) => one._id.equals(shipmentId) && !one.undone);
        if (!shipment) return undefined;
        const tracked = withTracking(shipment, tracking);
        const shipments = order.shipments.map((one) => (one === shipment ? tracked : one));
        return {
          set: { shipments, ...searchFieldsOfOrder(order, { shipments }) },
          what: 'tracking-changed',
          detail: { shipmentId: String(shipmentId) },
        };
      },
      actor,
    );
  }
}

const withTracking = (shipment: Shipment, tracking: Tracking): Shipment => {
  const { carrier: _carrier, trackingNumber: _number, trackingUrl: _url, ...others } = shipment;
  return { ...others, ...tracking };
};

const restOf = ({ lines }: Order): LineUnits[] =>
  lines.flatMap((line) => {
    const quantity = outstandingUnits(line);
    return quantity > 0 ? [{ productId: line.productId, quantity }] : [];
  });

/** @throws NotToBeShipped */
function assertOutstanding({ lines }: Order, units: readonly LineUnits[]): void {
  if (units.length === 0) throw new NotToBeShipped('Nothing of this order is left to be shipped.');
  const wanted = new Set(units.map(({ productId }) => String(productId)));
  if (wanted.size < units.length) throw new NotToBeShipped('A product is named twice.', 'lines');
  for (const [n, { productId, quantity }] of units.entries()) {
    const line = lines.find((one) => one.productId.equals(productId));
    if (!line) throw new NotToBeShipped('This order has no such product.', `lines.${n}.productId`);
    const most = outstandingUnits(line);
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > most)
      throw new NotToBeShipped(`Of ${line.name}, ${most} are left to be shipped.`, `lines.${n}.quantity`);
  }
}
