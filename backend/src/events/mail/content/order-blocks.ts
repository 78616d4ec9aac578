import { formatDollars } from '../../../common/money.js';
import { addressText } from '../../../delivery/address.js';
import type { OrderChanged, OrderFacts } from '../../../outbox/domain-events.js';
import type { Order } from '../../../purchases/orders/order.schema.js';
import type { Shipment } from '../../../purchases/shipments/shipment.schema.js';
import type { AmountRow, Block } from './blocks.js';
import { type Link, trackingLink } from './links.js';
import { oneLine, unitsText } from './texts.js';

/** What a mail about an order is made of: what was true at the event, and, looked up, what an event does not carry. */
export interface OrderMail extends OrderChanged {
  /** When the event was written. */
  at: Date;
  /** As it is now: where it goes, how, and its shipments. Its amounts are those of the event. */
  now: Order;
  /** The names of products that the order has, or had. */
  names: ReadonlyMap<string, string>;
  /** Where its customer sees it. */
  page: Link;
  /** Where anybody can pay it, and until when; of a mail that asks for that. */
  payLink?: { link: Link; expiresAt: Date };
}

export const linesBlock = ({ lines }: Pick<OrderFacts, 'lines'>): Block => ({
  lines: lines.map(({ name, quantity, unitCents }) => ({
    name: oneLine(name),
    detail: `${quantity} × ${formatDollars(unitCents)}`,
    amount: formatDollars(unitCents * quantity),
  })),
});

/** The lines that a change is about, without prices: a part of an order has none of its own. */
export const changedLines = ({ change, names, order }: OrderMail): Block => ({
  lines: (change?.lines ?? order.lines).map(({ productId, quantity }) => ({
    name: oneLine(names.get(productId) ?? 'A part that is not sold any more'),
    detail: unitsText(quantity),
  })),
});

const row = (label: string, cents: number): AmountRow => ({ label, amount: formatDollars(cents) });

export function totalsBlock({ order, now }: OrderMail): Block {
  const { subtotalCents, deliveryCents, taxCents, totalCents } = order;
  return {
    totals: [
      row('Parts', subtotalCents),
      ...(now.delivery ? [row(`Delivery: ${oneLine(now.delivery.name)}`, deliveryCents)] : []),
      row(now.pricesIncludeTax ? 'Tax, included' : 'Tax', taxCents),
      row('Total', totalCents),
    ],
  };
}

/** Where it goes; nothing of an order whose customer was removed. */
export function addressBlock({ now }: OrderMail): Block[] {
  const text = now.shippingAddress ? addressText(now.shippingAddress) : now.address;
  const lines = text.split('\n').map(oneLine).filter(Boolean);
  return lines.length > 0 ? [{ facts: { title: 'Delivery address', lines } }] : [];
}

export const orderButton = ({ page }: OrderMail): Block => ({
  button: { label: 'See the order', link: page },
});

/** How a shipment is followed. */
export function trackingBlocks({ carrier, trackingNumber, trackingUrl }: Shipment): Block[] {
  const lines = [carrier, trackingNumber].filter((text) => text !== undefined).map(oneLine);
  if (lines.length === 0) return [];
  const link = trackingLink(trackingUrl);
  return [
    { facts: { title: 'Shipped with', lines } },
    ...(link ? [{ button: { label: 'Follow the shipment', link } }] : []),
  ];
}

const sameUnits = ({ lines }: Shipment, units: readonly { productId: string; quantity: number }[]): boolean =>
  lines.length === units.length &&
  units.every(({ productId, quantity }) =>
    lines.some((line) => String(line.productId) === productId && line.quantity === quantity),
  );

/** Those that a mail may tell of: what was undone since never left. */
const standing = ({ now }: OrderMail): Shipment[] => now.shipments.filter(({ undone }) => !undone);

const named = (mail: OrderMail, shipmentId: string): Shipment | undefined =>
  standing(mail).find(({ _id }) => String(_id) === shipmentId);

/**
 * The shipment that was made by an event. One that names none was written before events did: the latest of the same units, or of
 * any, that was there by then.
 */
export function shipmentOf(mail: OrderMail): Shipment | undefined {
  const { at, change } = mail;
  if (change?.shipmentId !== undefined) return named(mail, change.shipmentId);
  const there = standing(mail).filter((shipment) => shipment.at <= at);
  return there.findLast((shipment) => sameUnits(shipment, change?.lines ?? [])) ?? there.at(-1);
}

/** Those of which an event may have changed the tracking: the one that it names, or all that there were by then. */
export function trackedBy(mail: OrderMail): Shipment[] {
  const { at, change } = mail;
  if (change?.shipmentId === undefined) return standing(mail).filter((shipment) => shipment.at <= at);
  return [named(mail, change.shipmentId)].filter((shipment) => shipment !== undefined);
}
