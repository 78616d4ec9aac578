import type { Order } from '../../api/types';
import { Time } from '../../ui-admin/time';
import { timelineText } from './timeline-text';

interface TimelineProps {
  order: Pick<Order, 'timeline'>;
  /** Whether its customer reads it. */
  isOwn?: boolean;
}

/** Every change of an order, oldest first. */
export const Timeline = ({ order, isOwn }: TimelineProps) => (
  <ol className="order-timeline">
    {order.timeline.map((entry) => {
      const { what, by } = timelineText(entry, isOwn);
      return (
        <li key={`${entry.at} ${entry.what}`}>
          <strong>{what}</strong> <span className="muted">{by}</span>
          <br />
          <span className="muted">
            <Time at={entry.at} />
          </span>
          {entry.note && <p>{entry.note}</p>}
        </li>
      );
    })}
  </ol>
);
