import { describe, expect, it } from 'vitest';
import { rangeText } from './page-range';

const page = (total: number, rows: number, number = 1, totalIsExact = true) => ({
  items: Array.from({ length: rows }),
  total,
  totalIsExact,
  page: number,
  pageSize: 20,
});

describe('what a page says about itself', () => {
  it.each([
    [page(0, 0), 'No orders'],
    [page(1, 1), '1 order'],
    [page(312, 20, 2), '21–40 of 312 orders'],
    [page(45, 5, 3), '41–45 of 45 orders'],
    [page(45, 0, 9), '45 orders'],
    [page(10_000, 20, 1, false), '1–20 of more than 10,000 orders'],
  ])('%#', (given, text) => {
    expect(rangeText(given, 'orders')).toBe(text);
  });
});
