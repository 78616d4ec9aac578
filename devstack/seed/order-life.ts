import { Types } from 'mongoose';
import type { LineUnits } from '../../backend/src/purchases/orders/order-line.schema.js';
import type { Refund } from '../../backend/src/purchases/refunds/refund.schema.js';
import type { Rules } from './backend.js';
import { CARRIERS } from './delivery.js';
import { DAY, HOUR, type DemoEvent, type DemoOrder, type DemoProduct, type DemoUser } from './model.js';
import type { Random } from './random.js';

export interface World {
  now: number;
  random: Random;
  rules: Rules;
  admin: DemoUser;
  /** A product that was on sale then. */
  pick: (createdAt: number) => DemoProduct;
}

type Who = Pick<DemoEvent, 'by' | 'userId'>;
type WantedRefund = Pick<Refund, 'amountCents' | 'isRemainder' | 'lines' | 'reason'>;

const HOLD = 48 * HOUR;

/** What becomes of an order, step by step, each with its time, as the shop itself records it. */
export class OrderLife {
  private readonly person: Who;
  private readonly clerk: Who;

  constructor(
    private readonly world: World,
    private readonly order: DemoOrder,
  ) {
    this.person = { by: 'customer', userId: order.user.id };
    this.clerk = { by: 'admin', userId: world.admin.id };
    this.note('unpaid', order.createdAt, this.person);
  }

  pay(intentId: string): void {
    const { random } = this.world;
    const who: Who = random.chance(0.3) ? { by: 'webhook' } : this.person;
    const paidAt = this.note('paid', this.later(0.02, 9), who);
    Object.assign(this.order, { status: 'paid', paidAt, intentId });
  }

  expire(): void {
    this.cancelAt(this.order.createdAt + HOLD + this.world.random.int(5, 55) * 1000, { by: 'expiry' });
  }

  /** By an admin, or by its customer, who does not see it any more. */
  cancel(): void {
    const isAdmins = this.world.random.chance(0.5);
    const at = this.cancelAt(this.later(1, 30), isAdmins ? this.clerk : this.person);
    if (!isAdmins) this.order.hiddenAt = at;
  }

  /** A payment that comes after the cancellation is refunded at once. */
  payLate(intentId: string): void {
    const who: Who = { by: 'webhook' };
    const paidAt = this.note('paid-late', this.later(0.1, 4), {
      ...who,
      note: 'The payment came after the order was cancelled; it is refunded.',
    });
    Object.assign(this.order, { paidAt, intentId });
    this.recordRefund(this.remainder(), who);
  }

  /** Ships some units, or all that are left. */
  ship(units: LineUnits[] = this.outstanding()): void {
    const { rules, random, admin } = this.world;
    const { order } = this;
    const at = this.later(5, 72);
    const { name: carrier, prefix } = random.pick(CARRIERS);
    const trackingNumber = `${prefix}${random.int(10_000_000, 99_999_999)}`;
    order.lines = rules.withShipped(order.lines, units);
    order.status = rules.statusOfPaid(order.lines, false);
    order.shipments.push({
      _id: new Types.ObjectId(`69${random.hex(22)}`),
      at: new Date(at),
      lines: units,
      carrier,
      trackingNumber,
      trackingUrl: rules.trackingPage(CARRIERS, { carrier, trackingNumber })!,
      userId: admin.id,
    });
    if (order.status === 'shipped') order.shippedAt = at;
    this.note(order.status === 'shipped' ? 'shipped' : 'partly-shipped', at, this.clerk);
  }

  /** Ships a part: some of its lines, or some units of its only one. Nothing when it cannot be divided. */
  shipPart(): void {
    const rest = this.outstanding();
    const half = Math.floor(rest[0]!.quantity / 2);
    if (rest.length > 1) this.ship(rest.slice(0, this.world.random.int(1, rest.length - 1)));
    else if (half > 0) this.ship([{ productId: rest[0]!.productId, quantity: half }]);
  }

  /** Undoes the last shipment. */
  undoShipment(reason: string): void {
    const { rules, admin } = this.world;
    const { order } = this;
    const shipment = order.shipments.at(-1)!;
    const at = this.later(4, 40);
    shipment.undone = { at: new Date(at), reason, userId: admin.id };
    order.lines = rules.withoutShipped(order.lines, shipment.lines);
    order.status = rules.statusOfPaid(order.lines, false);
    delete order.shippedAt;
    this.note('shipment-undone', at, this.clerk);
  }

  /** Refunds all that is left. */
  refund(from: number, to: number): void {
    this.requestRefund(this.later(from, to), this.remainder());
  }

  /** Refunds one of its lines, or some units of its only one; an amount when that cannot be divided. */
  refundLine(from: number, to: number, reason: string): void {
    const { random, rules } = this.world;
    const { lines } = this.order;
    const { productId, quantity } = random.pick(lines);
    const units = lines.length > 1 ? quantity : Math.floor(quantity / 2);
    if (units === 0) return this.refundAmount(from, to, reason);
    const refunded = { lines: [{ productId, quantity: units }] };
    const amountCents = rules.refundValue(this.order, refunded);
    this.requestRefund(this.later(from, to), { ...refunded, amountCents, isRemainder: false, reason });
  }

  /** Refunds a tenth of what was paid. */
  refundAmount(from: number, to: number, reason: string): void {
    const amountCents = Math.ceil(this.order.totalCents / 10);
    this.requestRefund(this.later(from, to), { amountCents, isRemainder: false, reason });
  }

  /** The cardholder's bank takes the payment back until it is decided. */
  dispute(reason: string): void {
    const at = this.note('dispute-opened', this.later(60, 200), { by: 'webhook' });
    const id = `du_${this.order.intentId!.slice(3)}`;
    // in a demo nobody has responded, and there is time left
    const dueBy = Math.max(at + 14 * DAY, this.world.now + 5 * DAY);
    this.order.dispute = { id, reason, status: 'needs_response', at, dueBy };
  }

  winDispute(): void {
    const at = this.note('dispute-won', this.later(100, 400), { by: 'webhook' });
    Object.assign(this.order.dispute!, { status: 'won', at });
    delete this.order.dispute!.dueBy;
  }

  private remainder(): WantedRefund {
    return { amountCents: this.world.rules.leftToRefund(this.order), isRemainder: true };
  }

  private requestRefund(at: number, wanted: WantedRefund): void {
    const note = { note: this.world.rules.formatDollars(wanted.amountCents) };
    this.note('refund-requested', at, { ...this.clerk, ...(!wanted.isRemainder && note) });
    this.recordRefund(wanted, this.clerk);
  }

  /** The provider has made a refund, some seconds after the last event. */
  private recordRefund(wanted: WantedRefund, who: Who): void {
    const { rules, random } = this.world;
    const { order } = this;
    const before = order.status;
    const askedAt = order.timeline.at(-1)!.at;
    const attempt = order.refundAttempt + 1;
    const refund: Refund = {
      ...wanted,
      ...who,
      attempt,
      status: 'succeeded',
      refundId: `re_${order.intentId!.slice(3)}_${attempt}`,
      at: new Date(askedAt),
    };
    Object.assign(order, rules.afterRefunds(order, [...order.refunds, refund]), { refundAttempt: attempt });
    const isRefunded = order.status === 'refunded';
    const at = this.note(
      isRefunded ? 'refunded' : 'partly-refunded',
      askedAt + random.int(2, 9) * 1000,
      isRefunded ? who : { ...who, note: rules.formatDollars(wanted.amountCents) },
    );
    if (before === 'paid' && order.status === 'shipped') order.shippedAt = at;
  }

  private cancelAt(at: number, who: Who): number {
    const { order } = this;
    for (const line of order.lines) line.restocked = line.quantity;
    order.status = 'cancelled';
    return this.note('cancelled', at, who);
  }

  private outstanding(): LineUnits[] {
    const { rules } = this.world;
    return this.order.lines
      .map((line) => ({ productId: line.productId, quantity: rules.outstandingUnits(line) }))
      .filter(({ quantity }) => quantity > 0);
  }

  /** Some hours after the last event, but before now. */
  private later(from: number, to: number): number {
    const { now, random } = this.world;
    const last = this.order.timeline.at(-1)!.at;
    return Math.round(Math.min(last + random.between(from, to) * HOUR, last + (now - last) * 0.9));
  }

  private note(what: string, at: number, who: Omit<DemoEvent, 'at' | 'what'>): number {
    this.order.timeline.push({ at, what, ...who });
    return at;
  }
}
