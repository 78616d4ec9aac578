import { expect, it } from 'vitest';
import type { OrderDetail, OrderLine } from '../../../api/types';
import { changesText } from './order-changes';

const line = (fields: Partial<OrderLine> = {}) =>
  ({ productId: 'a', name: 'Dart 500', quantity: 5, refunded: 0, outstanding: 5, ...fields }) as OrderLine;
const order = (fields: Partial<OrderDetail> = {}) =>
  ({
    status: 'paid',
    refunded: 0,
    currency: 'USD',
    lines: [line(), line({ productId: 'b', name: 'Keel SSD' })],
    ...fields,
  }) as OrderDetail;

it.each([
  [{ lines: [line({ outstanding: 2 })] }, 'Of Dart 500, 2 are left to be shipped.'],
  [{ lines: [line({ outstanding: 1 })] }, 'Of Dart 500, 1 is left to be shipped.'],
  [{ lines: [line({ outstanding: 0 })] }, 'Of Dart 500, none are left to be shipped.'],
  [{ lines: [line({ refunded: 2 })] }, 'Of Dart 500, 3 are left to be refunded.'],
  [{ status: 'refunded' }, 'It is refunded now.'],
  [{ refundStatus: 'pending' }, 'A refund of it is in progress.'],
  [{ refunded: 12.5 }, '$12.50 of its payment is refunded now.'],
  [{ dispute: 'open' }, 'The cardholder disputes its payment.'],
  [
    { status: 'shipped', lines: [line({ outstanding: 0 })] },
    'It is shipped now. Of Dart 500, none are left to be shipped.',
  ],
] as [Partial<OrderDetail>, string][])('says what has changed to %j', (now, text) => {
  expect(changesText(order(), order(now))).toBe(`Somebody else has changed this order meanwhile. ${text}`);
});

it('says nothing where nothing of it has', () => {
  expect(changesText(order(), order({ shipments: [] }))).toBeUndefined();
});
