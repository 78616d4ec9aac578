import { afterEach, describe, expect, it, vi } from 'vitest';
import { IdempotencyKey } from './idempotency';

const keys = () => {
  let made = 0;
  return new IdempotencyKey(() => `key-${(made += 1)}`);
};
const failed = (status: number) => ({ status, title: '', detail: '', errors: {} });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('idempotency keys of a form', () => {
  it('keeps the key for the same body and changes it with the body', () => {
    const key = keys();
    expect(key.for({ name: 'A' })).toBe('key-1');
    expect(key.for({ name: 'A' })).toBe('key-1');
    expect(key.for({ name: 'B' })).toBe('key-2');
  });

  it('is new after a success', () => {
    const key = keys();
    key.for('body');
    key.complete();
    expect(key.for('body')).toBe('key-2');
  });

  it('is kept while the server works on the first request', () => {
    const key = keys();
    key.for('body');
    key.complete({ ...failed(409), code: 'idempotency-key-in-use' });
    expect(key.for('body')).toBe('key-1');
  });

  it.each([
    [0, 'key-1'],
    [429, 'key-1'],
    [503, 'key-1'],
    [400, 'key-2'],
    [409, 'key-2'],
    [422, 'key-2'],
  ])('after a failure with %i the next is %s', (status, next) => {
    const key = keys();
    key.for('body');
    key.complete(failed(status));
    expect(key.for('body')).toBe(next);
  });

  it('is found again after a reload, until there is a response', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    });
    const reloaded = (made: string) =>
      new IdempotencyKey(() => made, { name: 'checkout-attempt', owner: 'a@b.c' });
    reloaded('key-1').for('body');
    expect(reloaded('key-2').for('body')).toBe('key-1');
    const last = reloaded('key-3');
    last.for('body');
    last.complete();
    expect(reloaded('key-4').for('body')).toBe('key-4');
  });
});
