import { useState } from 'react';
import { type ReadOrder, useOrderToChangeQuery } from '../../../api/order-admin';
import { asApiError } from '../../../api/problem';
import { changesText, UNSEEN_CHANGE } from './order-changes';
import { atRows } from './units';

/** Refusals that may be because of what somebody else did: another state, units that are gone. */
const MAYBE_CHANGED = [409, 422];

/**
 * An order as a dialog shows it: what others do must not change a form under the admin's hands. When a request is refused because the
 * order has changed, it is read again, and `conflict` says what changed.
 *
 * @param onChange gets the order as it is now
 */
export function useChangingOrder(first: ReadOrder, onChange?: (now: ReadOrder['order']) => void) {
  const { refetch } = useOrderToChangeQuery({ id: first.order._id });
  const [read, setRead] = useState(first);
  const [conflict, setConflict] = useState<string>();

  const take = (now: ReadOrder) => {
    setRead(now);
    onChange?.(now.order);
  };
  const readAgain = async (isStale: boolean): Promise<void> => {
    const { data, error } = await refetch();
    if (!data) return setConflict(asApiError(error).detail);
    setConflict(changesText(read.order, data.order) ?? (isStale ? UNSEEN_CHANGE : undefined));
    take(data);
  };

  return {
    ...read,
    conflict,
    /** For `useAdminForm`, whose `onConflict` is 412. */
    onConflict: () => readAgain(true),
    /** After a change by this dialog itself, which goes on. */
    reread: async (): Promise<void> => {
      const { data } = await refetch();
      if (data) take(data);
    },
    /** A request about the order, and about units of its lines, which are the form's field `units`. */
    send: async <Result>(
      request: Promise<Result>,
      sent: readonly { productId: string }[] = [],
    ): Promise<Result> => {
      try {
        return await request;
      } catch (error) {
        const problem = asApiError(error);
        if (MAYBE_CHANGED.includes(problem.status)) await readAgain(false);
        throw Object.assign(new Error(problem.detail), {
          ...problem,
          errors: atRows(problem.errors, read.order.lines, sent),
        });
      }
    },
  };
}
