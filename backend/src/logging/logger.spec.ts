import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLog, createRequestId, JsonLogger } from './logger.js';
import { redact } from '../common/redact.js';

function recorder() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const log = createLog('trace', sink);
  return { lines, log, logger: new JsonLogger(log) };
}

describe('redact', () => {
  it.each([
    ['Authorization: Bearer abc.def-ghi', 'abc.def'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2In0.c2ln', 'eyJzdWIi'],
    ['unsigned eyJhbGciOiJub25lIn0.eyJzdWIiOiI2In0.', 'eyJzdWIi'],
    ['Invalid API Key: sk_live_51Habc', '51Habc'],
    ['whsec_abcdef123', 'abcdef123'],
    ['pi_3Nk_secret_YrKJUKribcBjcG8', 'YrKJUKribcBjcG8'],
    ['connect mongodb+srv://user:hunter2@db.example.com/shop', 'hunter2'],
    ['card 4242 4242 4242 4242 was declined', '4242 4242'],
    ['card 4242424242424242 was declined', '42424242'],
  ])('takes the secret out of "%s"', (text, secret) => {
    expect(text).toContain(secret);
    expect(redact(text)).not.toContain(secret);
  });

  it.each(['order 665f1c2ab8d4e1a2b3c4d5e6', 'took 1234 ms', 'pi_3NkX2eLkdIwHu7ix'])(
    'leaves "%s" alone',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});

describe('JsonLogger', () => {
  it('writes text with its context', () => {
    const { lines, logger } = recorder();
    logger.warn('low on stock', 'Products');
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', context: 'Products', msg: 'low on stock' }),
    ]);
  });

  it('writes errors without what libraries hang on them', () => {
    const { lines, logger } = recorder();
    const error = Object.assign(new Error('call with sk_live_123 failed'), {
      code: 'ECONNRESET',
      config: { headers: { authorization: 'Bearer sentinel' } },
    });
    logger.error({ err: error, requestId: 'r-1' });
    logger.error('it failed', error.stack, 'Payments');
    logger.error(error);
    const text = JSON.stringify(lines);
    expect(lines[0]).toMatchObject({ requestId: 'r-1', err: { type: 'Error', code: 'ECONNRESET' } });
    expect(text).not.toContain('sentinel');
    expect(text).not.toContain('sk_live_123');
  });

  it('redacts sensitive members', () => {
    const { lines, log } = recorder();
    log.info({
      token: 'sentinel',
      body: { password: 'sentinel' },
      req: { headers: { authorization: 'sentinel', cookie: 'sentinel' } },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('sentinel');
  });
});

describe('createRequestId', () => {
  it('takes over a sane id', () => {
    expect(createRequestId({ headers: { 'x-request-id': 'trace-1234:ab.c' } })).toBe('trace-1234:ab.c');
  });

  it.each([
    undefined,
    '',
    'short',
    'x'.repeat(65),
    'with space in it',
    'line\nbreak-line',
    '"quoted-quoted"',
  ])('makes its own instead of %p', (wanted) => {
    expect(createRequestId({ headers: { 'x-request-id': wanted } })).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });
});
