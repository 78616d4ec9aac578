import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { NotFound, StaleVersion } from '../../common/errors.js';
import { type IfMatchHeader, matchingVersion, namesVersion, withVersion } from '../../common/versions.js';
import { inTransaction } from '../../database/transaction.js';
import { trackingPage } from '../../delivery/carriers.js';
import { DeliverySettingsService } from '../../delivery/delivery-settings.service.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { toLineUnits } from '../orders/order-line.dto.js';
import { cannotShip, cannotUndoShipment, isShippable } from '../orders/order-states.js';
import { type OrderDto, toOrderDto } from '../orders/order.dto.js';
import { asAdmin, Order } from '../orders/order.schema.js';
import { WrongState } from '../purchase-errors.js';
import { type PackingListDto, toPackingSlipDto } from './packing.dto.js';
import type { CreateShipmentDto, TrackingDto } from './shipment-request.dto.js';
import { Shipments, type Tracking, type WantedShipment } from './shipments.service.js';

const shown = (order: Order): OrderDto => withVersion(toOrderDto('admin')(order), order.version);

/** What admins and programs do with shipments. */
@Injectable()
export class OrderShipments {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly shipments: Shipments,
    private readonly delivery: DeliverySettingsService,
  ) {}

  /** Ships what is left of a paid order. @throws WrongState, StaleVersion */
  async shipRest(id: string, caller: Caller, ifMatch?: IfMatchHeader): Promise<OrderDto> {
    const shipped = await inTransaction(this.connection, (session) =>
      this.shipments.ship(session, id, {}, asAdmin(caller), matchingVersion(ifMatch)),
    );
    if (shipped) return shown(shipped);
    throw new WrongState(cannotShip(await this.current(id, ifMatch)));
  }

  /** Ships units of a paid order; the same attempt ships them once. @throws NotToBeShipped, WrongState, StaleVersion */
  async ship(
    id: string,
    body: CreateShipmentDto,
    caller: Caller,
    ifMatch: IfMatchHeader,
    attempt: Attempt,
  ): Promise<OrderDto> {
    const shipped = await inTransaction(this.connection, async (session) => {
      const made = attempt.isRepeat ? await this.withShipment(session, id, attempt.id) : null;
      const wanted = await this.wantedOf(body, attempt.id, session);
      const where = matchingVersion(ifMatch);
      const order = made ?? (await this.shipments.ship(session, id, wanted, asAdmin(caller), where));
      if (!order) return null;
      attempt.about.add(String(order.userId));
      const result = shown(order);
      await attempt.store(result, session);
      return result;
    });
    if (shipped) return shipped;
    throw new WrongState(cannotShip(await this.current(id, ifMatch)));
  }

  /** Undoes a shipment. @throws NotFound, WrongState, StaleVersion */
  async undo(
    id: string,
    shipmentId: string,
    reason: string,
    caller: Caller,
    ifMatch: IfMatchHeader,
  ): Promise<OrderDto> {
    const _id = new Types.ObjectId(shipmentId);
    const where = matchingVersion(ifMatch);
    const undone = await inTransaction(this.connection, (session) =>
      this.shipments.undo(session, id, _id, reason, asAdmin(caller), where),
    );
    if (undone) return shown(undone);
    const order = await this.current(id, ifMatch);
    const shipment = order.shipments.find((one) => one._id.equals(_id));
    if (!shipment) throw new NotFound('shipment');
    throw new WrongState(shipment.undone ? 'This shipment was undone already.' : cannotUndoShipment(order));
  }

  /** Gives a shipment another carrier and tracking number, or none. @throws NotFound, WrongState, StaleVersion */
  async track(
    id: string,
    shipmentId: string,
    how: TrackingDto,
    caller: Caller,
    ifMatch: string,
  ): Promise<OrderDto> {
    const _id = new Types.ObjectId(shipmentId);
    const where = matchingVersion(ifMatch);
    const changed = await inTransaction(this.connection, async (session) => {
      const tracking = await this.trackingOf(how, session);
      return this.shipments.track(session, id, _id, tracking, asAdmin(caller), where);
    });
    if (changed) return shown(changed);
    const order = await this.current(id, ifMatch);
    if (!order.shipments.some((one) => one._id.equals(_id))) throw new NotFound('shipment');
    throw new WrongState('This shipment was undone.');
  }

  /** What is to be packed of some orders, and why nothing is of the others. */
  async packingList(ids: readonly string[]): Promise<PackingListDto> {
    const wanted = ids.map((id) => new Types.ObjectId(id));
    const found = await this.orders.find({ _id: trusted({ $in: wanted }) }).lean<Order[]>();
    const byId = new Map(found.map((order) => [String(order._id), order]));
    const list: PackingListDto = { slips: [], left: [] };
    for (const _id of wanted.map(String)) {
      const order = byId.get(_id);
      if (!order) list.left.push({ _id, reason: 'There is no such order.' });
      else if (isShippable(order)) list.slips.push(toPackingSlipDto(order));
      else list.left.push({ _id, number: order.number, reason: cannotShip(order) });
    }
    return list;
  }

  private async wantedOf(
    { lines, ...how }: CreateShipmentDto,
    _id: Types.ObjectId,
    session: ClientSession,
  ): Promise<WantedShipment> {
    const tracking = await this.trackingOf(how, session);
    return { _id, ...(lines && { lines: toLineUnits(lines) }), ...tracking };
  }

  private async trackingOf(
    { carrier, trackingNumber }: TrackingDto,
    session: ClientSession,
  ): Promise<Tracking> {
    const { carriers = [] } = carrier === undefined ? {} : await this.delivery.current(session);
    const trackingUrl = trackingPage(carriers, { carrier, trackingNumber });
    return {
      ...(carrier !== undefined && { carrier }),
      ...(trackingNumber !== undefined && { trackingNumber }),
      ...(trackingUrl !== undefined && { trackingUrl }),
    };
  }

  private withShipment(
    session: ClientSession,
    id: string,
    shipmentId: Types.ObjectId,
  ): Promise<Order | null> {
    return this.orders.findOne({ _id: id, 'shipments._id': shipmentId }, null, { session }).lean<Order>();
  }

  /** An order that was not changed. @throws NotFound, StaleVersion */
  private async current(id: string, ifMatch: IfMatchHeader): Promise<Order> {
    const order = await this.orders.findById(id).lean<Order>();
    if (!order) throw new NotFound('order');
    if (ifMatch !== undefined && !namesVersion(ifMatch, order.version)) throw new StaleVersion('order');
    return order;
  }
}
