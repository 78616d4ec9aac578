import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { NotToBeRefunded } from '../purchase-errors.js';
import { assertRefundRequest, isOfAll } from './refund-request.js';

const lines = [{ productId: new Types.ObjectId(), quantity: 1 }];

describe('what a refund names', () => {
  it.each([
    ['nothing: all that is left', {}, true],
    ['what becomes of all units', { restock: false }, true],
    ['an amount', { amountCents: 100 }, false],
    ['an amount, and no delivery', { amountCents: 100, ofDelivery: false }, false],
    ['units', { lines }, false],
    ['units, and no delivery', { lines, ofDelivery: false, restock: true }, false],
    ['the delivery', { ofDelivery: true }, false],
    ['units with the delivery', { lines, ofDelivery: true, restock: false }, false],
  ])('may be %s', (_, wanted, ofAll) => {
    expect(() => assertRefundRequest(wanted)).not.toThrow();
    expect(isOfAll(wanted)).toBe(ofAll);
  });

  it.each([
    ['that it is not of the delivery, and nothing else', { ofDelivery: false }, 'delivery'],
    ['likewise, with what becomes of units', { ofDelivery: false, restock: true }, 'delivery'],
    ['an amount and units', { amountCents: 100, lines }, 'amount'],
    ['an amount and the delivery', { amountCents: 100, ofDelivery: true }, 'amount'],
    ['what becomes of the units of an amount', { amountCents: 100, restock: true }, 'restock'],
    ['what becomes of the units of the delivery', { ofDelivery: true, restock: false }, 'restock'],
  ])('is not %s', (_, wanted, field) => {
    expect(() => assertRefundRequest(wanted)).toThrow(NotToBeRefunded);
    expect(() => assertRefundRequest(wanted)).toThrow(
      expect.objectContaining({ extra: { errors: { [field]: expect.any(String) } } }),
    );
  });
});
