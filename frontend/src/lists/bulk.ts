import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ReactNode } from 'react';

/** What every bulk call takes besides the operation's own fields. */
export interface BulkBody {
  ids?: string[];
  filter?: object;
  /** That the rows may be all there are: the filter need not exclude any. */
  all?: true;
  dryRun?: boolean;
}

export interface BulkRow {
  id: string;
  label: string;
  outcome: 'qualifies' | 'done' | 'refused' | 'failed';
  reason?: string;
  /** Of a change of a number: what it was, and what it becomes. */
  before?: number;
  after?: number;
}

export interface BulkResult {
  matched: number;
  qualifying: number;
  dryRun: boolean;
  rows: BulkRow[];
}

export type BulkRun = (body: BulkBody & object, idempotencyKey: string) => Promise<BulkResult>;

/** The store's dispatch, as far as calls need it. */
export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

export interface BulkFieldsProps {
  /** The id of their form, which the dialog's button submits. */
  formId: string;
  /** `undefined` until they can be sent. */
  onChange: (fields: object | undefined) => void;
  /** They are valid, and to be checked. */
  onSubmit: () => void;
}

/** An operation on the selected rows of a list. */
export interface BulkAction {
  key: string;
  /** On its button: `Ship`. */
  label: string;
  title: string;
  /** On the button that does it: `Ship 12 orders`. */
  confirm: (rows: number) => string;
  /** The call: `dispatch(api.endpoints.shipOrders.initiate({ 'Idempotency-Key': key, … })).unwrap()`. */
  run: (dispatch: Dispatch, ...call: Parameters<BulkRun>) => Promise<BulkResult>;
  /** How the number is shown that it changes, if it does. */
  showNumber?: (value: number) => string;
  /** The operation's own fields, such as a price. */
  Fields?: (props: BulkFieldsProps) => ReactNode;
}

/** A page about the selected rows, such as one to print. It opens in a tab of its own, so that the rows stay selected. */
export interface BulkLink {
  /** On it: `Packing slips`. */
  label: string;
  to: (ids: readonly string[]) => string;
  /** The most rows that it takes. */
  most: number;
}

/** Rows chosen for an operation: these, or all that match. */
export type Selection = { ids: string[] } | { filter: object; count: number };

/** The server's limit for one call. */
export const MAX_ROWS = 1_000;
export const BATCH = 100;

/** One call of an operation. The same batch keeps its key, so that a repeat after a lost response changes nothing twice. */
export interface Batch {
  key: string;
  ids: string[];
}

export const batchesOf = (ids: readonly string[], newKey: () => string): Batch[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) => ({
    key: newKey(),
    ids: ids.slice(at * BATCH, (at + 1) * BATCH),
  }));

/** What became of a run: each row's outcome, and the batches that had no response. */
export interface BulkProgress {
  rows: ReadonlyMap<string, BulkRow>;
  lost: readonly Batch[];
  sent: number;
  total: number;
}

interface RunOptions {
  batches: readonly Batch[];
  labels: ReadonlyMap<string, string>;
  run: BulkRun;
  fields: object;
  /** Asked before each batch; those not begun are left. */
  isCancelled: () => boolean;
  onProgress: (progress: BulkProgress) => void;
  messageOf: (error: unknown) => string;
}

/** Sends batches one after the other; one that fails does not stop the next. */
export async function runBatches(options: RunOptions): Promise<BulkProgress> {
  const { batches, labels, run, fields, isCancelled, onProgress, messageOf } = options;
  const rows = new Map<string, BulkRow>();
  const lost: Batch[] = [];
  const total = batches.reduce((sum, { ids }) => sum + ids.length, 0);
  let sent = 0;
  const progress = (): BulkProgress => ({ rows: new Map(rows), lost: [...lost], sent, total });
  for (const batch of batches) {
    if (isCancelled()) break;
    try {
      const result = await run({ ...fields, ids: batch.ids }, batch.key);
      for (const row of result.rows) rows.set(row.id, row);
    } catch (error) {
      lost.push(batch);
      const reason = messageOf(error);
      for (const id of batch.ids)
        rows.set(id, { id, label: labels.get(id) ?? id, outcome: 'failed', reason });
    }
    sent += batch.ids.length;
    onProgress(progress());
  }
  return progress();
}

/** What a retry sends: batches without a response again under their keys, failed rows of the others under new ones. */
export function retryBatches({ rows, lost }: BulkProgress, newKey: () => string): Batch[] {
  const inLost = new Set(lost.flatMap(({ ids }) => ids));
  const failed = [...rows.values()].filter(({ id, outcome }) => outcome === 'failed' && !inLost.has(id));
  return [
    ...lost,
    ...batchesOf(
      failed.map(({ id }) => id),
      newKey,
    ),
  ];
}
