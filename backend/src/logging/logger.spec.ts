import { beforeEach, describe, expect, it } from 'vitest';
import { createLog, createNestLogger, createRequestId } from './logger.js';
import { redact } from '../common/redact.js';

const written: string[] = [];
const parsed = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
const log = createLog('trace', { write: (line: string) => void written.push(line) });
const logger = createNestLogger(log);
beforeEach(() => {
  written.length = 0;
});

describe('redact', () => {
  it.each([
    ['Authorization: Bearer abc.def-ghi', 'abc.def'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2In0.c2ln', 'eyJzdWIi'],
    ['unsigned eyJhbGciOiJub25lIn0.eyJzdWIiOiI2In0.', 'eyJzdWIi'],
    ['Invalid API Key: sk_live_51Habc', '51Habc'],
    ['rk_live_q9Jx-GZsVdD8m2rTqYw4bNfKc7u_aEeLiP1oS3vWxRk', 'GZsVdD8m2rTqYw4bNfKc7u_aEeLiP1oS3vWxRk'],
    ['whsec_abcdef123', 'abcdef123'],
    ['pi_3Nk_secret_YrKJUKribcBjcG8', 'YrKJUKribcBjcG8'],
    ['connect mongodb+srv://user:hunter2@db.example.com/shop', 'hunter2'],
    ['card 4242 4242 4242 4242 was declined', '4242 4242'],
    ['card 4242424242424242 was declined', '42424242'],
    ['E11000 dup key: { email: "anna@example.com" }', 'anna'],
    ['/reset/anna%40example.com?x', 'anna'],
  ])('takes the secret out of "%s"', (text, secret) => {
    expect(text).toContain(secret);
    expect(redact(text)).not.toContain(secret);
  });

  it.each([
    'order 665f1c2ab8d4e1a2b3c4d5e6',
    'took 1234 ms',
    'pi_3NkX2eLkdIwHu7ix',
    'at /app/node_modules/@nestjs/core/x.js:1:2',
  ])('leaves "%s" alone', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('the log', () => {
  it('writes text with its context', () => {
    logger.warn('low on stock', 'Products');
    expect(parsed()).toEqual([
      expect.objectContaining({ level: 'warn', context: 'Products', msg: 'low on stock' }),
    ]);
  });

  it('writes errors without what libraries attach to them', () => {
    const error = Object.assign(new Error('call with sk_live_123 failed'), {
      code: 'ECONNRESET',
      config: { headers: { authorization: 'Bearer sentinel' } },
    });
    logger.error({ err: error, requestId: 'r-1' });
    logger.error('it failed', error.stack, 'Payments');
    logger.error(error);
    const text = written.join('');
    expect(parsed()[0]).toMatchObject({ requestId: 'r-1', err: { type: 'Error', code: 'ECONNRESET' } });
    expect(written).toHaveLength(3);
    expect(text).not.toContain('sentinel');
    expect(text).not.toContain('sk_live_123');
  });

  it('writes each member once, also the message next to an error', () => {
    const err = new Error('down');
    logger.warn({ err, msg: 'a payment confirms no order' }, 'Payments');
    logger.error({ err, requestId: 'r-1' }, 'Problem');
    logger.error(err, 'Database');
    logger.log('started', 'Main');
    expect(parsed().map(({ msg }) => msg)).toEqual([
      'a payment confirms no order',
      'down',
      'down',
      'started',
    ]);
    for (const line of written) {
      const names = [...line.matchAll(/[{,]"(\w+)":/g)].map(([, name]) => name);
      expect(line.split('"msg":')).toHaveLength(2);
      expect(names.filter((name) => name === 'context')).toHaveLength(1);
    }
  });

  it('redacts secrets and e-mail addresses of messages', () => {
    logger.error(new Error('no mail to anna@example.com'));
    logger.log('key sk_live_123', 'Payments');
    expect(written).toHaveLength(2);
    expect(written.join('')).not.toMatch(/anna|sk_live_123/);
  });

  it('redacts sensitive members', () => {
    log.info({
      token: 'sentinel',
      body: { password: 'sentinel' },
      req: { headers: { authorization: 'sentinel', cookie: 'sentinel' } },
    });
    expect(written).toHaveLength(1);
    expect(written.join('')).not.toContain('sentinel');
  });

  it('names modules and routes for debugging only', () => {
    logger.log('Mapped {/api/items, GET} route', 'RouterExplorer');
    expect(parsed()).toMatchObject([{ level: 'debug', context: 'RouterExplorer' }]);
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
