import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderLine } from '../orders/order-line.schema.js';
import type { Status } from '../orders/order-states.js';
import { stockMoves } from './stock-moves.js';
import { inOrder } from './stock.service.js';

const [a, b] = [new Types.ObjectId(), new Types.ObjectId()];
type Units = [productId: Types.ObjectId, quantity: number, restocked?: number];
const order = (status: Status, lines: Units[], ofNewCustomer?: true) => ({
  status,
  lines: lines.map(
    ([productId, quantity, restocked = 0]) => ({ productId, quantity, restocked }) as OrderLine,
  ),
  ofNewCustomer,
});
type Moves = [productId: Types.ObjectId, units: number, counted: number][];

describe('what a change of an order moves', () => {
  it.each<[string, ReturnType<typeof order>, ReturnType<typeof order>, Moves]>([
    ['nothing: it is paid', order('unpaid', [[a, 5]]), order('paid', [[a, 5]]), []],
    [
      'nothing: it has shipped',
      order('paid', [
        [a, 5],
        [b, 1],
      ]),
      order('shipped', [
        [a, 5],
        [b, 1],
      ]),
      [],
    ],
    [
      'all of it: it is cancelled',
      order('unpaid', [
        [a, 5],
        [b, 1],
      ]),
      order('cancelled', [
        [a, 5, 5],
        [b, 1, 1],
      ]),
      [
        [a, 5, 0],
        [b, 1, 0],
      ],
    ],
    [
      'a line that was taken off',
      order('unpaid', [
        [a, 5],
        [b, 1],
      ]),
      order('unpaid', [[a, 5]]),
      [[b, 1, 0]],
    ],
    [
      'units that were refunded before they shipped',
      order('paid', [[a, 5]]),
      order('paid', [[a, 5, 2]]),
      [[a, 2, 0]],
    ],
    [
      'only what was not back before',
      order('paid', [
        [a, 5, 2],
        [b, 1],
      ]),
      order('refunded', [
        [a, 5, 5],
        [b, 1, 1],
      ]),
      [
        [a, 3, 0],
        [b, 1, 0],
      ],
    ],
    ['nothing twice', order('cancelled', [[a, 5, 5]]), order('refunded', [[a, 5, 5]]), []],
    [
      'only the count, as a new customer pays',
      order('unpaid', [[a, 5]], true),
      order('paid', [[a, 5]], true),
      [[a, 0, -5]],
    ],
    [
      'units and count, as a new customer’s order is cancelled',
      order(
        'unpaid',
        [
          [a, 5],
          [b, 1],
        ],
        true,
      ),
      order(
        'cancelled',
        [
          [a, 5, 5],
          [b, 1, 1],
        ],
        true,
      ),
      [
        [a, 5, -5],
        [b, 1, -1],
      ],
    ],
    [
      'units and count of a line that a new customer takes off',
      order(
        'unpaid',
        [
          [a, 5],
          [b, 1],
        ],
        true,
      ),
      order('unpaid', [[b, 1]], true),
      [[a, 5, -5]],
    ],
  ])('%s', (_, before, after, moves) =>
    expect([...stockMoves(before, after)]).toEqual(
      moves.map(([productId, units, counted]) => [String(productId), { units, counted }]),
    ),
  );
});

it('is moved in one order, whatever the order of the lines, and once for each product', () => {
  const ids = ['b', 'a', 'c', 'a'];
  expect(inOrder(ids)).toEqual(['a', 'b', 'c']);
  expect(inOrder(ids.toReversed())).toEqual(['a', 'b', 'c']);
});
