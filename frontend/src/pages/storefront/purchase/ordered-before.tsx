import type { Order, OrderLine } from '../../../api/types';
import { count, date } from '../../../lib/format';
import { ErrorState } from '../../../ui/feedback';
import { Skeleton } from '../../../ui/skeleton';

interface OrderedBeforeProps {
  orders?: readonly Order[];
  error: unknown;
  retry: () => unknown;
  picked: string;
  onPick: (productId: string) => void;
}

const SHOWN = 6;

type Part = OrderLine & Pick<Order, 'createdAt'>;

/** Each part as it was ordered last, newest first. */
function latestOfEach(orders: readonly Order[]): Part[] {
  const seen = new Map<string, Part>();
  for (const { lines, createdAt } of orders)
    for (const line of lines) if (!seen.has(line.productId)) seen.set(line.productId, { ...line, createdAt });
  return [...seen.values()].slice(0, SHOWN);
}

export function OrderedBefore({ orders, error, retry, picked, onPick }: OrderedBeforeProps) {
  if (error && !orders)
    return <ErrorState error={error} title="Your earlier orders could not be loaded" retry={retry} />;
  if (!orders) return <Skeleton shape="block" />;
  const parts = latestOfEach(orders);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="ordered-before">
      <h2 id="ordered-before" className="quick__title">
        Ordered before
      </h2>
      <ul className="again">
        {parts.map(({ productId, name, quantity, createdAt }) => (
          <li key={productId}>
            <button type="button" aria-pressed={picked === productId} onClick={() => onPick(productId)}>
              <strong>{name}</strong>
              <span className="muted num">
                {count(quantity)} units on {date(createdAt)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
