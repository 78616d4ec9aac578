import { describe, expect, it } from 'vitest';
import type { Reconciliation, ReconciliationRow } from '../../../api/types';
import { disputeText, pageOf, progressOf } from './findings';

const row = (fields: Partial<ReconciliationRow>): ReconciliationRow => ({
  finding: 'dispute',
  detail: 'A sentence.',
  amount: 20,
  currency: 'usd',
  at: '2026-01-01T00:00:00.000Z',
  action: 'refund',
  ...fields,
});
const reconciliation = (items: ReconciliationRow[], isComplete = true): Reconciliation => ({
  items,
  checked: items.length,
  isComplete,
  since: '2026-01-01T00:00:00.000Z',
  passes: { payments: {}, orders: {} },
});
const three = [
  row({ finding: 'amount-mismatch', intentId: 'pi_1' }),
  row({ intentId: 'pi_1' }),
  row({ finding: 'refund-failed', intentId: 'pi_2' }),
];

describe('the rows of the reconciliation', () => {
  it('come a page at a time', () => {
    const { items, ...rest } = pageOf(reconciliation(three), { page: 2, pageSize: 2 });
    expect(items.map(({ intentId }) => intentId)).toEqual(['pi_2']);
    expect(rest).toEqual({ total: 3, totalIsExact: true, page: 2, pageSize: 2 });
  });

  it('can be of one finding', () => {
    const page = pageOf(reconciliation(three, false), { page: 1, pageSize: 20, finding: 'refund-failed' });
    expect(page).toMatchObject({ total: 1, totalIsExact: false, items: [{ intentId: 'pi_2' }] });
  });

  it('have names of their own, also for two findings of one payment, and for none', () => {
    const rows = [...three, row({}), row({})];
    const ids = pageOf(reconciliation(rows), { page: 1, pageSize: 20 }).items.map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(5);
  });
});

describe('the texts', () => {
  it.each([
    [
      { inProgress: 1_800, expected: 21_500 },
      { text: '1,800 of about 21,500', percent: 8 },
    ],
    [{ inProgress: 1_800 }, { text: '1,800 so far' }],
    [{ inProgress: 12, expected: 10 }, { text: '12 so far' }],
    [{ inProgress: 0, expected: 0 }, { text: '0 so far' }],
  ])('say how far a comparison is: %j', (pass, progress) => expect(progressOf(pass)).toEqual(progress));

  it('say how a dispute stands', () => {
    expect(disputeText('needs_response')).toBe('Needs response');
  });
});
