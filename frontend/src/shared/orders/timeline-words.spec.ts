import { describe, expect, it } from '@jest/globals';
import { timelineWords } from './timeline-words';

describe('lines of an order history', () => {
  it.each([
    ['unpaid', 'customer', 'Ordered', 'by the customer'],
    ['paid', 'webhook', 'Paid', 'confirmed by the payment provider'],
    ['cancelled', 'expiry', 'Cancelled', 'because it was not paid in time'],
    ['taken-off-list', 'customer', 'Taken off list', 'by the customer'],
    ['paid', 'someone', 'Paid', 'by someone'],
  ])('%s by %s', (what, by, words, who) => {
    expect(timelineWords({ what, by })).toEqual({ what: words, by: who });
  });
});
