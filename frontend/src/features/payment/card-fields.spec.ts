import { describe, expect, it } from 'vitest';
import { checkCard, groupExpiry, groupNumber, readExpiry } from './card-fields';

describe('card fields', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 42', '4242 4242 42'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
    ['abc', ''],
  ])('groups %s as %s', (typed, shown) => {
    expect(groupNumber(typed)).toBe(shown);
  });

  it.each([
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['5', '', '05 / '],
    ['12 / 3', '12 / ', '12 / 3'],
    ['12/30', '', '12 / 30'],
    ['12/2030', '', '12 / 30'],
    ['12 /', '12 / ', '12'],
    ['12 / 3', '12 / 30', '12 / 3'],
  ])('shows the expiry %s after %s as %s', (typed, before, shown) => {
    expect(groupExpiry(typed, before)).toBe(shown);
  });

  it.each([
    ['12 / 30', { month: '12', year: '30' }],
    ['01/31', { month: '01', year: '31' }],
    ['13 / 30', undefined],
    ['00 / 30', undefined],
    ['12 / 3', undefined],
  ])('reads the expiry %s', (text, read) => {
    expect(readExpiry(text)).toEqual(read);
  });

  it('asks for every field by its own name', () => {
    expect(checkCard({ number: '', expiry: '', cvc: '' })).toEqual({
      number: 'Card number is Required',
      expiry: 'Expiry date is Required',
      cvc: 'Security code is Required',
    });
    const whole = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };
    expect(Object.values(checkCard(whole)).filter(Boolean)).toEqual([]);
  });
});
