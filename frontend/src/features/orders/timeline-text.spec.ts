import { describe, expect, it } from 'vitest';
import { timelineText } from './timeline-text';

describe('lines of an order history', () => {
  it.each([
    ['unpaid', 'customer', 'Ordered', 'by the customer'],
    ['paid', 'webhook', 'Paid', 'confirmed by the payment provider'],
    ['cancelled', 'expiry', 'Cancelled', 'because it was not paid in time'],
    ['taken-off-list', 'customer', 'Taken off list', 'by the customer'],
    ['paid', 'someone', 'Paid', 'by someone'],
  ])('%s by %s', (what, by, text, who) => {
    expect(timelineText({ what, by })).toEqual({ what: text, by: who });
  });
});
