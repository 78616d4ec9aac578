import { count } from './format';

/** Rows that pages reach; the server counts no further either. */
export const LAST_ROW = 10_000;

export interface PageOf<Row> {
  items: Row[];
  total: number;
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these. */
  nextCursor?: string;
}

/** @param after rows before a page that a cursor led to */
export const rowsBefore = <Row>({ page, pageSize }: PageOf<Row>, after = 0): number =>
  after || (page - 1) * pageSize;

/**
 * `21–40 of 312 orders`, `1–20 of more than 10,000 orders`, `1 order`, `No orders`.
 *
 * @param noun a plural in s
 * @param after rows before a page that a cursor led to
 */
export function rangeText<Row>(page: PageOf<Row>, noun: string, after = 0): string {
  if (page.total === 0) return `No ${noun}`;
  if (page.total === 1) return `1 ${noun.replace(/s$/, '')}`;
  const total = `${page.totalIsExact ? '' : 'more than '}${count(page.total)} ${noun}`;
  if (page.items.length === 0) return total;
  const first = rowsBefore(page, after) + 1;
  return `${count(first)}–${count(first + page.items.length - 1)} of ${total}`;
}
