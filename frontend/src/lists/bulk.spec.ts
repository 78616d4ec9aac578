import { describe, expect, it } from 'vitest';
import { batchesOf, retryBatches, runBatches, type BulkBody, type BulkResult } from './bulk';

const ids = Array.from({ length: 250 }, (_, at) => `row${at}`);
let keys = 0;
const newKey = () => `key${(keys += 1)}`;

const done = (body: BulkBody): BulkResult => ({
  matched: body.ids?.length ?? 0,
  qualifying: body.ids?.length ?? 0,
  dryRun: false,
  rows: (body.ids ?? []).map((id) => ({ id, label: id, outcome: id === 'row7' ? 'failed' : 'done' })),
});

const options = {
  labels: new Map(ids.map((id) => [id, id])),
  fields: { percent: 5 },
  isCancelled: () => false,
  onProgress: () => undefined,
  messageOf: () => 'No connection',
};

describe('a bulk operation', () => {
  it('is sent in batches of 100, each with its own key and the fields', async () => {
    const batches = batchesOf(ids, newKey);
    expect(batches.map((batch) => batch.ids.length)).toEqual([100, 100, 50]);
    const sent: unknown[] = [];
    const shown: number[] = [];
    const progress = await runBatches({
      ...options,
      batches,
      run: (body, key) => {
        sent.push([key, (body as { percent?: number }).percent]);
        return Promise.resolve(done(body));
      },
      onProgress: ({ sent: so }) => shown.push(so),
    });
    expect(sent).toEqual(batches.map(({ key }) => [key, 5]));
    expect(shown).toEqual([100, 200, 250]);
    expect([...progress.rows.values()].filter(({ outcome }) => outcome === 'done')).toHaveLength(249);
  });

  it('repeats a batch without a response under its key, and failed rows under a new one', async () => {
    const batches = batchesOf(ids, newKey);
    const progress = await runBatches({
      ...options,
      batches,
      run: (body, key) =>
        key === batches[1]!.key ? Promise.reject(new Error()) : Promise.resolve(done(body)),
    });
    expect(progress.rows.get('row150')).toMatchObject({ outcome: 'failed', reason: 'No connection' });
    const again = retryBatches(progress, newKey);
    expect(again[0]).toEqual(batches[1]);
    expect(again[1]).toMatchObject({ ids: ['row7'] });
    expect(again).toHaveLength(2);
    expect(batches.map(({ key }) => key)).not.toContain(again[1]!.key);
  });

  it('that is cancelled sends no further batch', async () => {
    let calls = 0;
    const progress = await runBatches({
      ...options,
      batches: batchesOf(ids, newKey),
      isCancelled: () => calls > 0,
      run: (body) => {
        calls += 1;
        return Promise.resolve(done(body));
      },
    });
    expect(calls).toBe(1);
    expect(progress).toMatchObject({ sent: 100, total: 250 });
  });
});
