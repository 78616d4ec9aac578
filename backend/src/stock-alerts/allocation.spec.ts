import { array, assert, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAlerts, unitsToOrder } from './allocation.js';

const units = (...wanted: number[]) => wanted.map((each) => ({ units: each }));

describe('whose turn it is', () => {
  it.each([
    ['nobody, without stock', 0, [], [5], []],
    ['nobody, below the minimum', 4, [], [5], []],
    ['all that the stock covers, oldest first', 20, [], [5, 10, 5, 5], [5, 10, 5]],
    ['nobody twice: what is promised counts', 20, [10], [5, 5, 5], [5, 5]],
    ['one that the whole stock cannot serve is passed over', 12, [], [50, 5, 7], [5, 7]],
    ['one that only waits for what is promised holds up those behind it', 20, [10], [15, 5], []],
    ['one that the rest cannot serve ends the turn', 20, [], [15, 10, 5], [15]],
    ['nobody, where more is promised than is left', 10, [10, 5], [5], []],
    ['three units are not for everybody', 15, [], [5, 5, 5, 5, 5], [5, 5, 5]],
    ['an alert below a minimum that has risen counts as the minimum', 9, [], [1, 1], [1]],
  ])('%s', (_, availableQ, notified, waiting, due) =>
    expect(
      dueAlerts({ availableQ, minimumOQ: 5 }, units(...notified), units(...waiting)).map(
        (each) => each.units,
      ),
    ).toEqual(due),
  );

  it.each([
    ['as wanted', 7, 5, undefined, 7],
    ['at least the minimum', 3, 5, undefined, 5],
    ['whole packs', 7, 5, 5, 10],
    ['no pack more than wanted', 10, 5, 5, 10],
  ])('what has to be ordered is %s', (_, wanted, minimumOQ, orderStep, expected) =>
    expect(unitsToOrder({ units: wanted }, { availableQ: 0, minimumOQ, orderStep })).toBe(expected),
  );
});

const wanted = record({ units: integer({ min: 1, max: 60 }) });
const stocks = record({
  availableQ: nat(200),
  packs: integer({ min: 1, max: 4 }),
  orderStep: integer({ min: 1, max: 6 }),
}).map(({ availableQ, packs, orderStep }) => ({ availableQ, orderStep, minimumOQ: packs * orderStep }));
const queues = [stocks, array(wanted, { maxLength: 8 }), array(wanted, { maxLength: 30 })] as const;

describe('of any stock and queue', () => {
  const sum = (stock: Parameters<typeof dueAlerts>[0], alerts: { units: number }[]) =>
    alerts.reduce((total, alert) => total + unitsToOrder(alert, stock), 0);

  it('never tells more than the stock covers', () =>
    assert(
      property(...queues, (stock, notified, waiting) => {
        const due = dueAlerts(stock, notified, waiting);
        if (due.length > 0) expect(sum(stock, [...notified, ...due])).toBeLessThanOrEqual(stock.availableQ);
      }),
    ));

  it('tells nobody before an older one whom the stock could serve', () =>
    assert(
      property(...queues, (stock, notified, waiting) => {
        const due = new Set(dueAlerts(stock, notified, waiting));
        const servable = waiting.filter((alert) => unitsToOrder(alert, stock) <= stock.availableQ);
        expect(servable.slice(0, due.size)).toEqual([...due]);
      }),
    ));

  it('leaves nobody waiting whose turn it is and whom the rest would serve', () =>
    assert(
      property(...queues, (stock, notified, waiting) => {
        const due = dueAlerts(stock, notified, waiting);
        const next = waiting.filter((alert) => unitsToOrder(alert, stock) <= stock.availableQ)[due.length];
        if (next) expect(sum(stock, [...notified, ...due, next])).toBeGreaterThan(stock.availableQ);
      }),
    ));
});
