/** Whose turn it is when units come back: the pure rules. `docs/stock-alerts.md` explains them. */

export interface OfferedStock {
  /** Units in stock. */
  availableQ: number;
  minimumOQ: number;
  /** Units of a pack; absent where any quantity can be ordered. */
  orderStep?: number | undefined;
}

interface Wanted {
  units: number;
}

/** What somebody has to order to get the units that they want: at least the minimum, in whole packs. */
export function unitsToOrder({ units }: Wanted, { minimumOQ, orderStep = 1 }: OfferedStock): number {
  return Math.ceil(Math.max(units, minimumOQ) / orderStep) * orderStep;
}

/**
 * Those who are told now, oldest first. Together with those told before, and not expired, they never want more than there is.
 * One that the whole stock could not serve is passed over, so that it holds up nobody; one that only those told before it
 * hold up keeps its place, and those behind it wait with it.
 *
 * @param notified those told before, whose time is not over
 * @param waiting oldest first
 */
export function dueAlerts<T extends Wanted>(
  stock: OfferedStock,
  notified: readonly Wanted[],
  waiting: readonly T[],
): T[] {
  let free = notified.reduce((left, alert) => left - unitsToOrder(alert, stock), stock.availableQ);
  const due: T[] = [];
  for (const alert of waiting) {
    const units = unitsToOrder(alert, stock);
    if (units > stock.availableQ) continue;
    if (units > free) break;
    free -= units;
    due.push(alert);
  }
  return due;
}
