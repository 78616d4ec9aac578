import { expect, it } from 'vitest';
import type { PackingSlip } from '../../../api/types';
import { picksOf } from './picks';

const slip = (number: string, lines: PackingSlip['lines']): PackingSlip => ({
  _id: number,
  number,
  createdAt: '2026-11-20T12:00:00Z',
  userName: 'Casey Customer',
  address: '12 Foundry Lane',
  phone: '5550100',
  isPart: false,
  lines,
});
const ssd = { productId: '1', name: 'Keel SSD', sku: 'KL-1' };
const fan = { productId: '2', name: 'Anchor fan' };

it('adds up what orders need of each part, by the names of the parts', () => {
  const slips = [
    slip('A', [
      { ...ssd, quantity: 2 },
      { ...fan, quantity: 1 },
    ]),
    slip('B', [{ ...ssd, quantity: 10 }]),
  ];
  expect(picksOf(slips)).toEqual([
    { ...fan, quantity: 1, orders: [{ number: 'A', quantity: 1 }] },
    {
      ...ssd,
      quantity: 12,
      orders: [
        { number: 'A', quantity: 2 },
        { number: 'B', quantity: 10 },
      ],
    },
  ]);
  expect(picksOf([])).toEqual([]);
});
