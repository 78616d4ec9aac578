import { describe, expect, it } from 'vitest';
import { brandOf, readCard, type CardInput } from './cards.js';
import { ApiError } from './errors.js';
import { Params, parseForm } from './params.js';

const refusal = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('readCard', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const card: CardInput = { number: '4242 4242-4242 4242', expMonth: '11', expYear: '2026', cvc: '123' };

  it('takes a card in its last month, however it is spaced', () => {
    expect(readCard(card, now)).toEqual({
      number: '4242424242424242',
      card: { brand: 'visa', last4: '4242', exp_month: 11, exp_year: 2026 },
    });
  });

  it.each<[Partial<CardInput>, string]>([
    [{ number: '4242424242424243' }, 'incorrect_number'],
    [{ number: '42424242424' }, 'incorrect_number'],
    [{ number: '0'.repeat(20) }, 'incorrect_number'],
    [{ number: '4242x' }, 'invalid_number'],
    [{ expMonth: '10' }, 'invalid_expiry_month'],
    [{ expMonth: '0' }, 'invalid_expiry_month'],
    [{ expMonth: '1e1' }, 'invalid_expiry_month'],
    [{ expYear: '2025' }, 'invalid_expiry_year'],
    [{ expYear: '25' }, 'invalid_expiry_year'],
    [{ expYear: '2077' }, 'invalid_expiry_year'],
    [{ expYear: '' }, 'invalid_expiry_year'],
    [{ cvc: '1234' }, 'invalid_cvc'],
    [{ cvc: 'abc' }, 'invalid_cvc'],
  ])('refuses %j as %s', (change, code) => {
    const error = refusal(() => readCard({ ...card, ...change }, now));
    expect([error.status, error.body.type, error.body.code]).toEqual([402, 'card_error', code]);
  });

  it('takes four digits of security code for one brand only', () => {
    const amex = { ...card, number: '378282246310005', cvc: '1234' };
    expect(readCard(amex, now).card.brand).toBe('amex');
    expect(['5555555555554444', '6011111111111117', '3566002020360505'].map(brandOf)).toEqual([
      'mastercard',
      'discover',
      'jcb',
    ]);
  });
});

describe('parseForm', () => {
  it('nests brackets and lists', () => {
    const form = parseForm('a=1&b[c][d]=2&b[e]=3&list[]=x&list[]=y&at[1]=q&at[0]=p&sum=1%2B1+%26');
    expect(JSON.parse(JSON.stringify(form))).toEqual({
      a: '1',
      b: { c: { d: '2' }, e: '3' },
      list: { 0: 'x', 1: 'y' },
      at: { 0: 'p', 1: 'q' },
      sum: '1+1 &',
    });
    expect(new Params(form).list('list')).toEqual(['x', 'y']);
  });

  it('reaches no prototype', () => {
    const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&metadata[__proto__]=x');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(new Params(form).metadata())).toBe(Object.prototype);
  });

  it.each(['a=1&a[b]=2', 'a[b=1', '[]=1', `${'a[b]'.padEnd(30, '[c]')}=1`, 'a=1&'.repeat(501)])(
    'refuses %s',
    (text) => {
      expect(refusal(() => parseForm(text)).status).toBe(400);
    },
  );
});

describe('Params', () => {
  it('names what is unknown, with its whole path', () => {
    const params = new Params(parseForm('outer[inner]=1&outer[other]=2'));
    const outer = params.nested('outer')!;
    expect(outer.integer('inner')).toBe(1);
    expect(refusal(() => outer.done()).body).toMatchObject({
      code: 'parameter_unknown',
      param: 'outer[other]',
    });
    params.done();
  });

  it('reads metadata, and leaves out what is empty', () => {
    const read = (text: string): object => new Params(parseForm(text)).metadata();
    expect(read('metadata[a]=&metadata[c]=3')).toEqual({ c: '3' });
    expect(read('other=1')).toEqual({});
    expect(refusal(() => read(`metadata[a]=${'x'.repeat(501)}`)).status).toBe(400);
  });
});
