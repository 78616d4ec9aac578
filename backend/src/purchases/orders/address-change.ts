import { comparable, type Destination } from '../../delivery/charges.js';
import { DomainError } from '../../common/errors.js';
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
  constructor(field: 'country' | 'region') {
    const detail = `Delivery and tax were charged for another ${field}; cancel the order, and enter it again.`;
    super(422, 'other-destination', 'Charged for another place', detail, { errors: { [field]: detail } });
  }
}

/** Whether an order that was charged for one place can go to another. @throws OtherDestination */
export function assertSameDestination(charged: Destination, wanted: Destination): void {
  if (wanted.country !== charged.country) throw new OtherDestination('country');
  if (comparable(wanted.region ?? '') !== comparable(charged.region ?? ''))
    throw new OtherDestination('region');
}
