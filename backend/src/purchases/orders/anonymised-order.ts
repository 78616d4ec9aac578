import { searchFieldsOfOrder } from './order-words.js';
import type { Order } from './order.schema.js';

/** Fields that name the customer, or what they typed. */
export const PERSONAL_FIELDS = { shippingAddress: 1, company: 1, vatId: 1, poNumber: 1, note: 1 } as const;

const REMOVED = { userName: 'Removed customer', userEmail: '', address: '', phone: '' };

/** What is written over an order whose customer's account is removed. Reasons that admins typed go as well: one may name them. */
export const anonymisedFields = ({ _id, number, lines, refunds, shipments, timeline }: Order) => ({
  ...REMOVED,
  ...searchFieldsOfOrder({ _id, number, lines, shipments, ...REMOVED }),
  // the note of such a change is the former address
  timeline: timeline.map(({ note, ...entry }) =>
    note === undefined || entry.what === 'address-changed' ? entry : { ...entry, note },
  ),
  refunds: refunds.map(({ reason: _reason, ...refund }) => refund),
  shipments: shipments.map((shipment) => {
    if (!shipment.undone) return shipment;
    const { at, userId } = shipment.undone;
    return { ...shipment, undone: { at, ...(userId !== undefined && { userId }) } };
  }),
});
