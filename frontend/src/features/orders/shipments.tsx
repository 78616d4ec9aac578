import type { ReactNode } from 'react';
import type { Order, Shipment } from '../../api/types';
import { Time } from '../../ui-admin/time';
import { Tag } from '../../ui/feedback';
import { Units } from './order-lines';

interface ShipmentsProps {
  order: Pick<Order, 'shipments' | 'lines'>;
  /** What can be done with one that was not undone. */
  renderActions?: (shipment: Shipment) => ReactNode;
}

/** What was shipped when, and how; nothing where nothing was. */
export function Shipments({ order, renderActions }: ShipmentsProps) {
  if (order.shipments.length === 0) return null;
  return (
    <section className="order-shipments">
      <h3>Shipments</h3>
      <ol>
        {order.shipments.map((shipment) => (
          <li key={shipment._id}>
            <span className="cell-row">
              <strong>
                <Time at={shipment.at} />
              </strong>
              {shipment.undoneAt && <Tag>Undone</Tag>}
            </span>
            <Units units={shipment.lines} order={order} />
            <Tracking shipment={shipment} />
            {shipment.undoReason && <p>{shipment.undoReason}</p>}
            {!shipment.undoneAt && renderActions?.(shipment)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The carrier, and the number with the page that follows it, as far as they are known. */
function Tracking({ shipment: { carrier, trackingNumber, trackingUrl, undoneAt } }: { shipment: Shipment }) {
  if (!carrier && !trackingNumber) return null;
  const number = trackingNumber && `tracking number ${trackingNumber}`;
  return (
    <p className="muted">
      {carrier}
      {carrier && number && ', '}
      {trackingUrl && !undoneAt ? (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
          {number}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        number
      )}
    </p>
  );
}
