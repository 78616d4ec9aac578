import { describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { InvalidEvent, verifyEvent } from '../src/index.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwvVAOaG8Y3Zs=';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDAAAAAAAAAAA=';
const EVENT = {
  id: '665f1c2ab8d4e1a2b3c4d5e6',
  type: 'shop.test',
  version: 1,
  timestamp: '2036-11-30T10:00:00.000Z',
  subject: 'webhook/665f1c2ab8d4e1a2b3c4d5e7',
  sequence: 0,
  data: { message: 'This is a test – with “letters” of all kinds.' },
};
const BODY = JSON.stringify(EVENT);

const signed = (body = BODY, { secret = SECRET, at = new Date() } = {}) => ({
  'webhook-id': EVENT.id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign(EVENT.id, at, body),
});

describe('an event', () => {
  it.each([
    ['text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a buffer', Buffer.from(BODY)],
  ])('is verified from %s', (_case, body) => {
    expect(verifyEvent(body, signed(), SECRET)).toEqual(EVENT);
  });

  it('is verified with headers of fetch', () => {
    expect(verifyEvent(BODY, new Headers(signed()), SECRET)).toEqual(EVENT);
  });

  it('is verified by either secret, and by one of two signatures', () => {
    expect(verifyEvent(BODY, signed(), [OTHER, SECRET])).toEqual(EVENT);
    const both = { ...signed(), 'webhook-signature': `v1,bm90aGluZw== ${signed()['webhook-signature']}` };
    expect(verifyEvent(BODY, both, SECRET)).toEqual(EVENT);
  });

  it('narrows its data by its type', () => {
    const event = verifyEvent(BODY, signed(), SECRET);
    if (event.type !== 'shop.test') expect.unreachable();
    expect(event.data.message).toBe(EVENT.data.message);
  });

  it.each([
    ['another secret', BODY, signed(BODY, { secret: OTHER }), 'No matching signature'],
    ['a changed body', BODY.replace('0', '1'), signed(), 'No matching signature'],
    ['another id', BODY, { ...signed(), 'webhook-id': 'x' }, 'No matching signature'],
    ['no headers', BODY, {}, 'Missing required headers'],
    ['no time', BODY, { ...signed(), 'webhook-timestamp': 'now' }, 'Invalid Signature Headers'],
    ['an old time', BODY, signed(BODY, { at: new Date(Date.now() - 600_000) }), 'too old'],
    ['a future time', BODY, signed(BODY, { at: new Date(Date.now() + 600_000) }), 'too new'],
    ['no JSON', 'order', signed('order'), 'JSON'],
    ['no event', 'null', signed('null'), 'version undefined'],
    ['a later version', '{"version":2}', signed('{"version":2}'), 'version 2'],
  ])('with %s is refused', (_case, body, headers, message) => {
    const verify = () => verifyEvent(body, headers, SECRET);
    expect(verify).toThrow(InvalidEvent);
    expect(verify).toThrow(message);
  });

  it('with no secret is refused', () => {
    expect(() => verifyEvent(BODY, signed(), [])).toThrow(InvalidEvent);
  });
});
