import { describe, expect, it } from 'vitest';
import {
  canBecome,
  cannotCancel,
  cannotShip,
  type DisputeState,
  isRefundable,
  isRefundableInPart,
  isShipmentUndoable,
  isShippable,
  type RefundStatus,
  type Status,
  statusOfPaid,
  STATUSES,
  type Step,
  stepsFor,
  wasPaid,
} from './order-states.js';

const legal: [Status, Status][] = [
  ['unpaid', 'paid'],
  ['unpaid', 'cancelled'],
  ['paid', 'shipped'],
  ['paid', 'refunded'],
  ['shipped', 'paid'],
  ['shipped', 'refunded'],
  ['cancelled', 'refunded'],
];

describe('the transitions of an order', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s → %s', (from, to) =>
    expect(canBecome(from, to)).toBe(legal.some(([a, b]) => a === from && b === to)),
  );
});

describe('whether an order was ever paid', () => {
  it.each<[Status, boolean]>([
    ['unpaid', false],
    ['cancelled', false],
    ['paid', true],
    ['shipped', true],
    ['refunded', true],
  ])('%s: %s', (status, paid) => {
    expect(wasPaid(status)).toBe(paid);
    // once it was, it always will have been
    for (const [from, to] of legal) if (paid && from === status) expect(wasPaid(to)).toBe(true);
  });
});

describe('the state of a paid order by its lines', () => {
  type Units = [quantity: number, refunded: number, shipped: number];
  it.each<[string, Units[], boolean, Status]>([
    ['nothing has shipped', [[10, 0, 0]], false, 'paid'],
    ['some of its one line has shipped', [[10, 0, 4]], false, 'paid'],
    ['all of it has shipped', [[10, 0, 10]], false, 'shipped'],
    [
      'one of two lines has shipped',
      [
        [10, 0, 10],
        [1, 0, 0],
      ],
      false,
      'paid',
    ],
    [
      'both lines have',
      [
        [10, 0, 10],
        [1, 0, 1],
      ],
      false,
      'shipped',
    ],
    ['what was not refunded has shipped', [[10, 4, 6]], false, 'shipped'],
    ['what was not refunded has shipped in part', [[10, 4, 5]], false, 'paid'],
    [
      'the last unshipped line is refunded, another has shipped',
      [
        [10, 0, 10],
        [1, 1, 0],
      ],
      false,
      'shipped',
    ],
    [
      'the last unshipped line is refunded, nothing has shipped',
      [
        [10, 10, 0],
        [1, 1, 0],
      ],
      false,
      'refunded',
    ],
    [
      'a refunded line, and one to ship',
      [
        [10, 10, 0],
        [1, 0, 0],
      ],
      false,
      'paid',
    ],
    ['all has shipped and all units were refunded, not the delivery', [[10, 10, 10]], false, 'shipped'],
    [
      'refunded units that had shipped leave the others to ship',
      [
        [10, 6, 6],
        [1, 0, 0],
      ],
      false,
      'paid',
    ],
    ['the whole payment was given back before anything shipped', [[10, 0, 0]], true, 'refunded'],
    ['the whole payment was given back after all had shipped', [[10, 0, 10]], true, 'refunded'],
  ])('%s', (_, lines, isRefunded, status) => {
    const units = lines.map(([quantity, refunded, shipped]) => ({ quantity, refunded, shipped }));
    expect(statusOfPaid(units, isRefunded)).toBe(status);
  });
});

describe('the next steps', () => {
  const paid = 'pi_1';
  it.each<[Status, string | undefined, RefundStatus | undefined, DisputeState | undefined, Step[], Step[]]>([
    ['unpaid', undefined, undefined, undefined, ['pay', 'remove'], ['cancel']],
    ['paid', paid, undefined, undefined, ['remove'], ['ship', 'refund']],
    ['paid', paid, 'partial', undefined, ['remove'], ['ship', 'refund']],
    ['paid', paid, 'pending', undefined, ['remove'], []],
    ['paid', paid, 'failed', undefined, ['remove'], ['ship', 'refund']],
    ['paid', paid, undefined, 'open', ['remove'], ['refund']],
    ['paid', paid, undefined, 'won', ['remove'], ['ship', 'refund']],
    ['shipped', paid, undefined, undefined, ['remove'], ['refund']],
    ['shipped', paid, 'pending', undefined, ['remove'], []],
    ['cancelled', undefined, undefined, undefined, ['remove'], []],
    ['cancelled', paid, 'pending', undefined, ['remove'], []],
    ['cancelled', paid, 'failed', undefined, ['remove'], ['refund']],
    ['refunded', paid, 'succeeded', undefined, ['remove'], []],
    ['refunded', paid, 'failed', undefined, ['remove'], ['refund']],
  ])(
    '%s, paid by %s, refund %s, dispute %s',
    (status, transactionId, refundStatus, dispute, customer, admin) => {
      const order = { status, transactionId, refundStatus, dispute };
      expect(stepsFor('customer', order)).toEqual(customer);
      expect(stepsFor('admin', order)).toEqual(admin);
      expect(isRefundable(order)).toBe(admin.includes('refund'));
      expect(isShippable(order)).toBe(admin.includes('ship'));
      const isKept = status === 'paid' || status === 'shipped';
      expect(isRefundableInPart(order)).toBe(admin.includes('refund') && isKept);
      expect(isShipmentUndoable(order)).toBe(isKept && refundStatus !== 'pending');
    },
  );
});

it('a customer who took an order off their list can do nothing with it; an admin as before', () => {
  const order = { status: 'paid', transactionId: 'pi_1', hiddenAt: new Date() } as const;
  expect(stepsFor('customer', order)).toEqual([]);
  expect(stepsFor('admin', order)).toEqual(['ship', 'refund']);
});

describe('why not', () => {
  it.each([
    [{ status: 'unpaid' }, 'This order is unpaid; only a paid one can be shipped.'],
    [
      { status: 'paid', refundStatus: 'pending' },
      'This order is being refunded; only a paid one can be shipped.',
    ],
    [{ status: 'shipped' }, 'This order is shipped; only a paid one can be shipped.'],
    [
      { status: 'paid', dispute: 'open' },
      'The cardholder disputes the payment of this order; it cannot be shipped before that is decided.',
    ],
  ] as const)('%o cannot be shipped', (order, why) => expect(cannotShip(order)).toBe(why));

  it('an admin cannot cancel what is paid', () =>
    expect(cannotCancel({ status: 'paid' })).toBe(
      'This order is paid; only an unpaid one can be cancelled.',
    ));
});
