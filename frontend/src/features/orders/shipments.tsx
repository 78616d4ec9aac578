import type { Order } from '../../api/types';
import { Time } from '../../ui-admin/time';
import { Tag } from '../../ui/feedback';
import { Units } from './order-lines';

/** What was shipped when, and how; nothing where nothing was. */
export function Shipments({ order }: { order: Pick<Order, 'shipments' | 'lines'> }) {
  if (order.shipments.length === 0) return null;
  return (
    <section className="order-shipments">
      <h3>Shipments</h3>
      <ol>
        {order.shipments.map(({ _id, at, lines, carrier, trackingNumber, undoneAt }) => (
          <li key={_id}>
            <span className="cell-row">
              <strong>
                <Time at={at} />
              </strong>
              {undoneAt && <Tag>Undone</Tag>}
            </span>
            <Units units={lines} order={order} />
            {(carrier ?? trackingNumber) && (
              <p className="muted">
                {[carrier, trackingNumber && `tracking number ${trackingNumber}`].filter(Boolean).join(', ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
