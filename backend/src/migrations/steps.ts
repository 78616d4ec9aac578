import type { mongo } from 'mongoose';
import { ownIdempotencyKeys } from './0001-own-idempotency-keys.js';
import { addSearchTokens } from './0002-search-tokens.js';
import { addOrderKinds } from './0003-order-kinds.js';
import { addManagedReviews } from './0004-managed-reviews.js';
import { removeDailyReports } from './0005-daily-sales.js';
import { countNewCustomerUnits } from './0006-new-customer-units.js';
import { removePrivateViewsFromAudit } from './0007-private-views.js';
import { addOrderDisputes } from './0009-order-disputes.js';
import { completeCutWords } from './0010-cut-search-words.js';
import { storeImageIds } from './0011-image-ids.js';
import { addOrderLines } from './0012-order-lines.js';
import { rebuildDailyReports } from './0013-rebuilt-reports.js';
import { addKinds } from './0014-kinds.js';
import { addSearchIndex } from './0015-search-index.js';
import { addOrderFinding } from './0016-order-finding.js';
import { addWaitingDemand } from './0017-waiting-demand.js';
import { addOwedRefunds } from './0018-owed-refunds.js';
import { addStockLevels } from './0019-stock-levels.js';

/**
 * One change of the data. It may be interrupted anywhere and is then run again from its beginning, so it must be
 * safe to repeat; and the former version may still be serving while it runs, so it must leave that version working.
 */
export interface Step {
  /** Unique, and never changed once released. */
  id: string;
  up(db: mongo.Db): Promise<void>;
}

/** In the order they are applied. Only ever added to, at the end. There is no way back but a backup. */
export const STEPS: readonly Step[] = [
  { id: '0001-own-idempotency-keys', up: ownIdempotencyKeys },
  { id: '0002-search-tokens', up: addSearchTokens },
  { id: '0003-order-kinds', up: addOrderKinds },
  { id: '0004-managed-reviews', up: addManagedReviews },
  { id: '0005-daily-sales', up: removeDailyReports },
  { id: '0006-new-customer-units', up: countNewCustomerUnits },
  { id: '0007-private-views', up: removePrivateViewsFromAudit },
  // built the overview's days, which 0013 does again
  { id: '0008-daily-reports', up: async () => undefined },
  { id: '0009-order-disputes', up: addOrderDisputes },
  { id: '0010-cut-search-words', up: completeCutWords },
  { id: '0011-image-ids', up: storeImageIds },
  { id: '0012-order-lines', up: addOrderLines },
  { id: '0013-rebuilt-reports', up: rebuildDailyReports },
  { id: '0014-kinds', up: addKinds },
  { id: '0015-search-index', up: addSearchIndex },
  { id: '0016-order-finding', up: addOrderFinding },
  { id: '0017-waiting-demand', up: addWaitingDemand },
  { id: '0018-owed-refunds', up: addOwedRefunds },
  { id: '0019-stock-levels', up: addStockLevels },
];

/** Those of the recorded steps that this version does not know: a newer one has run them. */
export const newerSteps = (recorded: readonly string[], known: readonly Step[] = STEPS): string[] =>
  recorded.filter((id) => known.every((step) => step.id !== id)).toSorted();
