import { comparable, type Destination, type Tax, taxAt } from '../../delivery/charges.js';
import type { DeliverySettings } from '../../delivery/delivery-settings.schema.js';
import { DomainError } from '../../common/errors.js';
import { destinationOf } from './new-order.js';
import type { Order } from './order.schema.js';

/** Whether an order's address can still be changed: nothing of it has shipped, and its customer is not removed. */
export const isAddressEditable = ({ status, lines, address }: Pick<Order, 'status' | 'lines' | 'address'>) =>
  (status === 'unpaid' || status === 'paid') && address !== '' && lines.every(({ shipped }) => shipped === 0);

/** Why it cannot. */
export function cannotEditAddress({ status, address }: Pick<Order, 'status' | 'address'>): string {
  if (status !== 'unpaid' && status !== 'paid') return `This order is ${status}; its address stays as it is.`;
  if (address === '') return 'The customer of this order was removed; it has no address any more.';
  return 'A part of this order has shipped; its address stays as it is.';
}

/** Delivery and tax were charged for another place. */
export class OtherDestination extends DomainError {
  constructor(field: 'country' | 'region', status: Order['status']) {
    const undo = status === 'unpaid' ? 'cancel' : 'refund';
    const detail = `Delivery and tax were charged for another ${field}; ${undo} the order, and enter it again.`;
    super(422, 'other-destination', 'Charged for another place', detail, { errors: { [field]: detail } });
  }
}

type Charged = Pick<Order, 'status' | 'address' | 'shippingAddress' | 'lines' | 'pricesIncludeTax'>;

/** Whether an order that was charged for one place can go to another. @throws OtherDestination */
export function assertSameDestination(
  order: Charged,
  wanted: Destination,
  settings: Pick<DeliverySettings, 'taxRates'>,
  shopCountry: string,
): void {
  const charged = destinationOf(order.shippingAddress ?? order.address, shopCountry);
  if (wanted.country !== charged.country) throw new OtherDestination('country', order.status);
  const isSame = order.shippingAddress
    ? comparable(wanted.region ?? '') === comparable(charged.region ?? '')
    : isTaxedAlike(order, wanted, settings);
  if (!isSame) throw new OtherDestination('region', order.status);
}

/**
 * A text names no region, and was charged for the country. It may be in any region that is taxed as the country is, or as the order
 * was: the country's rate may have changed since.
 */
function isTaxedAlike(
  { lines, pricesIncludeTax }: Charged,
  wanted: Destination,
  settings: Pick<DeliverySettings, 'taxRates'>,
): boolean {
  const tax = taxAt(settings, wanted);
  const former = { rate: lines[0]!.taxRate, isIncluded: pricesIncludeTax };
  return isSameTax(tax, former) || isSameTax(tax, taxAt(settings, { country: wanted.country }));
}

/** Without any tax it does not matter where prices would have it. */
const isSameTax = (one: Tax, other: Tax): boolean =>
  one.rate === other.rate && (one.rate === 0 || one.isIncluded === other.isIncluded);
