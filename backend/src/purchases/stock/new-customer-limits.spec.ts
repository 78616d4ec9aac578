import { describe, expect, it } from 'vitest';
import { jointUnits, newCustomerUnits } from './new-customer-limits.js';

describe('what a customer who never paid can order', () => {
  it.each([
    ['half of it', { minimumOQ: 5, availableQ: 100 }, 0, 0.5, 50],
    ['the rest of their half', { minimumOQ: 5, availableQ: 70 }, 30, 0.5, 20],
    ['nothing beyond it', { minimumOQ: 5, availableQ: 50 }, 50, 0.5, 0],
    ['nothing when the rest is below the minimum', { minimumOQ: 5, availableQ: 54 }, 46, 0.5, 0],
    ['rounded down', { minimumOQ: 1, availableQ: 11 }, 0, 0.5, 5],
    ['the minimum of a small stock', { minimumOQ: 5, availableQ: 6 }, 0, 0.5, 5],
    ['the minimum only once', { minimumOQ: 5, availableQ: 5 }, 5, 0.5, 0],
    ['nothing of less than the minimum', { minimumOQ: 5, availableQ: 4 }, 0, 0.5, 0],
    ['a tenth', { minimumOQ: 5, availableQ: 100 }, 0, 0.1, 10],
    ['all there is', { minimumOQ: 5, availableQ: 60 }, 40, 1, 60],
  ])('%s', (_, offer, held, share, units) => expect(newCustomerUnits(offer, held, share)).toBe(units));
});

describe('what customers who never paid can order together', () => {
  it.each([
    ['half of it', { minimumOQ: 5, availableQ: 100 }, 0, 50],
    ['the rest of their half', { minimumOQ: 5, availableQ: 70, heldByNewCustomers: 30 }, 10, 20],
    [
      'the minimum beyond it, for one who holds none',
      { minimumOQ: 5, availableQ: 50, heldByNewCustomers: 50 },
      0,
      5,
    ],
    [
      'nothing beyond it, for one who holds some',
      { minimumOQ: 5, availableQ: 50, heldByNewCustomers: 50 },
      5,
      0,
    ],
    ['nothing when they hold more', { minimumOQ: 5, availableQ: 10, heldByNewCustomers: 90 }, 5, 0],
    ['the last minimum', { minimumOQ: 5, availableQ: 5, heldByNewCustomers: 95 }, 0, 5],
    ['nothing of less than the minimum', { minimumOQ: 5, availableQ: 4, heldByNewCustomers: 96 }, 0, 0],
  ])('%s', (_, offer, held, units) => expect(jointUnits(offer, held, 0.5)).toBe(units));
});
