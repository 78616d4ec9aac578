import { describe, expect, it } from 'vitest';
import { asApiError, problemToError, toApiError } from './problem';

describe('the error of a call', () => {
  it('reads a problem with its extra members', () => {
    const body = {
      type: 'urn:rapid:problem:not-enough-stock',
      title: 'Not enough stock',
      status: 409,
      detail: 'Only 3 left.',
      requestId: 'r-1',
      errors: { phone: 'Phone is Required', img: ['one', 'two'] },
      available: 3,
      price: 4.5,
      kind: 'fan',
    };
    const { type: _type, ...fields } = body;
    expect(toApiError({ status: 409, data: body })).toEqual({
      ...fields,
      code: 'not-enough-stock',
      errors: { phone: 'Phone is Required', img: 'one. two' },
    });
  });

  it.each([[undefined], ['<html>'], [null], [{}], [{ detail: 7, errors: 'x', available: 'many' }]])(
    'has a sentence for a body like %j',
    (body) => {
      const error = problemToError(502, body);
      expect(error).toMatchObject({ status: 502, errors: {} });
      expect(error.detail).not.toBe('');
      expect(error.available).toBeUndefined();
    },
  );

  it('distinguishes a lost connection from a response', () => {
    expect(toApiError({ status: 'FETCH_ERROR', error: 'x' })).toMatchObject({
      status: 0,
      title: 'No connection',
    });
    expect(toApiError({ status: 'TIMEOUT_ERROR', error: 'x' }).status).toBe(0);
    expect(toApiError({ status: 'PARSING_ERROR', originalStatus: 200, data: '<', error: 'x' }).status).toBe(
      200,
    );
  });

  it('makes something of whatever is thrown', () => {
    expect(asApiError(new Error('boom'))).toMatchObject({ status: 0, errors: {} });
    const error = problemToError(404, { detail: 'There is no such product.' });
    expect(asApiError(error)).toBe(error);
  });
});
