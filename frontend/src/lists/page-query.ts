import type { PageOf } from '../lib/page-range';

/** What a `search` query hook returns, as far as any table needs it. */
export interface PageQuery<Row> {
  /** The last rows that came, perhaps of other parameters. */
  data?: PageOf<Row>;
  /** The rows of these parameters, and the words that were searched instead of those typed, if others were. */
  currentData?: PageOf<Row> & { corrected?: string };
  isFetching: boolean;
  /** When the last rows were asked for and when they came, by the browser's clock. */
  startedTimeStamp?: number;
  fulfilledTimeStamp?: number;
  error?: unknown;
  refetch: () => unknown;
}
