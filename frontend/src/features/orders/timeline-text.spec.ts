import { describe, expect, it } from 'vitest';
import { timelineText } from './timeline-text';

describe('lines of an order history', () => {
  it.each([
    ['unpaid', 'customer', 'Ordered', 'by the customer'],
    ['unpaid', 'admin', 'Entered for the customer', 'by the shop'],
    ['paid', 'pay-link', 'Paid', 'by a payment link'],
    ['address-changed', 'admin', 'Address changed; before:', 'by the shop'],
    ['paid', 'webhook', 'Paid', 'confirmed by the payment provider'],
    ['cancelled', 'expiry', 'Cancelled', 'because it was not paid in time'],
    ['paid', 'payments-job', 'Paid', 'confirmed by a check with the payment provider'],
    ['partly-shipped', 'admin', 'Partly shipped', 'by the shop'],
    ['shipment-undone', 'admin', 'Shipment undone', 'by the shop'],
    ['tracking-changed', 'admin', 'Carrier or tracking number changed', 'by the shop'],
    ['line-cancelled', 'customer', 'Line cancelled', 'by the customer'],
    ['removed-by-customer', 'customer', 'Taken off their list', 'by the customer'],
    ['put-back-by-customer', 'customer', 'Put back on their list', 'by the customer'],
    ['paid', 'someone', 'Paid', 'by someone'],
  ])('%s by %s', (what, by, text, who) => {
    expect(timelineText({ what, by })).toEqual({ what: text, by: who });
  });

  it.each([
    ['unpaid', 'customer', 'Ordered', 'by you'],
    ['unpaid', 'admin', 'Entered for you', 'by the shop'],
    ['removed-by-customer', 'customer', 'Taken off your list', 'by you'],
    ['put-back-by-customer', 'customer', 'Put back on your list', 'by you'],
    ['shipped', 'admin', 'Shipped', 'by the shop'],
  ])('%s by %s, for its own customer', (what, by, text, who) => {
    expect(timelineText({ what, by }, true)).toEqual({ what: text, by: who });
  });
});
