/** The most lines of a basket. */
export const MAX_LINES = 200;
/** The most units of a line. */
export const MAX_UNITS = 1_000_000_000;

/** A part in a basket; one line a part. */
export interface BasketLine {
  productId: string;
  orderQuantity: number;
  /** The part's base price in dollars, as the shopper saw it. */
  price?: number;
}

export interface Added {
  lines: BasketLine[];
  /** Lines that a full basket has no space for. */
  leftOut: number;
}

/** Adds units to what is there, in the order they are added; the price is the one seen last. */
export function addLines(lines: readonly BasketLine[], added: readonly BasketLine[]): Added {
  const byPart = new Map(lines.map((line) => [line.productId, line]));
  let leftOut = 0;
  for (const { productId, orderQuantity, price } of added) {
    const line = byPart.get(productId);
    if (!line && byPart.size >= MAX_LINES) leftOut += 1;
    else
      byPart.set(productId, {
        productId,
        orderQuantity: Math.min((line?.orderQuantity ?? 0) + orderQuantity, MAX_UNITS),
        ...((price ?? line?.price) !== undefined && { price: price ?? line?.price }),
      });
  }
  return { lines: [...byPart.values()], leftOut };
}

export interface Merged extends Added {
  /** Lines that the customer's basket did not have. */
  added: number;
  /** Lines of both, whose quantity in the browser was the larger. */
  raised: number;
}

/** What a visitor has put into a basket, and what they had in theirs as a customer: of a line in both, the larger quantity. */
export function mergeBaskets(customers: readonly BasketLine[], visitors: readonly BasketLine[]): Merged {
  const byPart = new Map(customers.map((line) => [line.productId, line]));
  const merged = { added: 0, raised: 0, leftOut: 0 };
  for (const line of visitors) {
    const own = byPart.get(line.productId);
    if (!own && byPart.size >= MAX_LINES) {
      merged.leftOut += 1;
      continue;
    }
    if (own && own.orderQuantity >= line.orderQuantity) continue;
    byPart.set(line.productId, { ...own, ...line });
    if (own) merged.raised += 1;
    else merged.added += 1;
  }
  return { lines: [...byPart.values()], ...merged };
}

const parts = (n: number): string => (n === 1 ? '1 part' : `${n} parts`);

/** That parts did not find space, if any did not. */
export const leftOutText = (leftOut: number): string =>
  leftOut > 0 ? ` A basket has at most ${MAX_LINES} lines: ${parts(leftOut)} left out.` : '';

/** What became of the parts that were put in before signing in; undefined where nothing changed. */
export function mergeText({ added, raised, leftOut }: Omit<Merged, 'lines'>): string | undefined {
  const done = [
    added > 0 && `${parts(added)} added to the basket of your account`,
    raised > 0 && `the larger quantity kept of ${parts(raised)} in both baskets`,
  ].filter((text) => text !== false);
  if (done.length === 0 && leftOut === 0) return undefined;
  const text = done.join(', ');
  return `${text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`}${leftOutText(leftOut)}`.trim();
}
