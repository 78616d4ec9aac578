import type { ReactNode } from 'react';
import type { PackingSlip as Slip } from '../../../api/types';
import { recipientText } from '../../../features/orders/order-texts';
import { count } from '../../../lib/format';
import { localDayText } from '../../../ui-admin/time';

/** The sheet that goes into the parcel of an order: without prices, with a box to tick for each line. */
export const PackingSlip = ({ slip }: { slip: Slip }) => (
  <article className="sheet slip" aria-labelledby={slip._id}>
    <header className="sheet__head">
      <p>Rapid Manufacturer</p>
      <p>Packing slip</p>
    </header>
    <h2 id={slip._id} className="slip__number">
      {slip.number}
    </h2>
    {slip.isPart && (
      <p className="slip__part">A part of the order: its other units shipped before, or were refunded.</p>
    )}
    <dl className="slip__facts">
      <Fact name="Deliver to">{recipientText(slip)}</Fact>
      <Fact name="Phone">{slip.phone}</Fact>
      <Fact name="Ordered">{localDayText(slip.createdAt)}</Fact>
      {slip.delivery && <Fact name="Delivery">{slip.delivery}</Fact>}
      {slip.poNumber && <Fact name="PO number">{slip.poNumber}</Fact>}
      {slip.note && <Fact name="Note">{slip.note}</Fact>}
    </dl>
    <table className="sheet__table">
      <caption className="visually-hidden">What is in the parcel of order {slip.number}</caption>
      <thead>
        <tr>
          <th>Packed</th>
          <th>SKU</th>
          <th>Part</th>
          <th className="sheet__units">Units</th>
        </tr>
      </thead>
      <tbody>
        {slip.lines.map(({ productId, name, sku, quantity }) => (
          <tr key={productId}>
            <td>
              <Box />
            </td>
            <td>{sku}</td>
            <td>{name}</td>
            <td className="sheet__units">{count(quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </article>
);

/** To be ticked by hand. */
export const Box = () => <span className="sheet__box" aria-hidden="true" />;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
