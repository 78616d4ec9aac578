import { describe, expect, it } from 'vitest';
import { changeOf, daysText, FIGURES, shown, tickText } from './figures';

describe('how a figure changed', () => {
  it.each([
    [150, 100, { direction: 'up', text: '50%' }],
    [1_230, 100, { direction: 'up', text: '12 times' }],
    [75, 100, { direction: 'down', text: '25%' }],
    [100.1, 100, { direction: 'same', text: 'unchanged' }],
    [0, 100, { direction: 'down', text: '100%' }],
    [-50, -100, { direction: 'up', text: '50%' }],
    [5, 0, undefined],
    [null, 5, undefined],
    [5, null, undefined],
  ])('%p after %p', (now, before, expected) => {
    expect(changeOf(now, before)).toEqual(expected);
  });
});

it('figures are shown in their unit, and as a dash where there is none', () => {
  const texts = FIGURES.map((figure) => [shown(figure, 0.5), shown(figure, null)]);
  expect(texts).toEqual([
    ['$0.50', '–'],
    ['0.5', '–'],
    ['50%', '–'],
    ['$0.50', '–'],
  ]);
});

it('days are shown as they are in UTC', () => {
  expect(tickText('2026-03-01', 'day')).toBe('Mar 1');
  expect(tickText('2026-03-01', 'month')).toBe('Mar 2026');
  expect(daysText({ from: '2026-03-01', to: '2026-03-01' })).toBe('Mar 1, 2026');
  expect(daysText({ from: '2026-03-01', to: '2026-03-07' })).toBe('Mar 1, 2026 – Mar 7, 2026');
});
