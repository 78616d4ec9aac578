import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCheckBasketMutation } from '../../api/account-api';
import { asApiError } from '../../api/problem';
import type { Order } from '../../api/types';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';
import { leftOutText } from '../basket/merge';
import { useBasket } from '../basket/use-basket';
import { reorderedText, reorderOf } from './reorder';

/** Puts the lines of an order into the basket again, as far as they are sold, and says what has changed since. */
export function OrderAgain({ order }: { order: Order }) {
  const [check] = useCheckBasketMutation();
  const { add } = useBasket();
  const [busy, setBusy] = useState(false);

  const again = async () => {
    setBusy(true);
    try {
      const wanted = order.lines.map(({ productId, quantity }) => ({ productId, orderQuantity: quantity }));
      const { lines: checked } = await check({ checkBasketDto: { lines: wanted } }).unwrap();
      const { lines, changes } = reorderOf(order, checked);
      const { leftOut } = lines.length > 0 ? await add(lines) : { leftOut: 0 };
      const added = lines.length - leftOut;
      const text = `${reorderedText(added, order.lines.length)}${leftOutText(leftOut)}`;
      await say(text, changes, added > 0);
    } catch (error) {
      void notify('error', asApiError(error).detail);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="secondary"
      small
      busy={busy}
      aria-label={`Order again: ${order.productName}`}
      onClick={() => void again()}
    >
      Order again
    </Button>
  );
}

/** What has changed stays until it is closed. */
async function say(text: string, changes: readonly string[], isAdded: boolean): Promise<void> {
  const { toast } = await import('react-toastify/unstyled');
  toast[!isAdded ? 'error' : changes.length > 0 ? 'info' : 'success'](
    <div className="order-again">
      <p>
        {text} {isAdded && <Link to="/basket">View basket</Link>}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </div>,
    changes.length > 0 ? { autoClose: false, closeOnClick: false } : {},
  );
}
