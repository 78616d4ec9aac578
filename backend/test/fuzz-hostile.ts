import * as fc from 'fast-check';
import { signed } from './commerce.js';
import type { RawRequest } from './fuzz-http.js';

/** Texts that have broken servers: operators, prototypes, NUL, surrogates, numbers at their ends, slow expressions. */
const NASTY = [
  '',
  ' ',
  '.',
  '..',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '💥'.repeat(40),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '$where',
  '$gt',
  '{"$ne":null}',
  "'; return true; //",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%',
  '-0',
  '1e309',
  'NaN',
  'Infinity',
  '9007199254740993',
  '-1',
  '0x10',
  '١٢',
  'null',
  'true',
  '[object Object]',
  '(((((((((((a+)+)+)+)+)+)+)+)+)+)+$',
  `${'a@'.repeat(200)}!`,
  'x'.repeat(300),
  'ﷺ'.repeat(900),
  '000000000000000000000000',
];
export const nastyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 60 }));
export const nastyNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.001, 1e21, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, -(2 ** 63)),
);
export const nastyKey = fc.constantFrom(
  '$gt',
  '$where',
  '__proto__',
  'constructor',
  'a.b',
  '',
  '_id',
  'role',
  'toString',
);
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom(null, true, [], {}),
  fc.dictionary(nastyKey, fc.oneof(nastyText, nastyNumber, fc.constant({ $gt: '' })), {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  fc.array(nastyText, { maxLength: 3 }),
);

/** Percent-encoded as UTF-8; half a surrogate pair becomes the bytes that a careless client makes of it. */
export const encode = (text: string): string =>
  text
    .split(/([\ud800-\udfff]+)/)
    .map((part) => {
      try {
        return encodeURIComponent(part);
      } catch {
        return '%ED%A0%80';
      }
    })
    .join('');

export const json = (text: string) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(text),
});

const deep = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Bodies of the wrong kind, broken, too deep or too large. */
export const oddBody: fc.Arbitrary<Pick<RawRequest, 'body' | 'headers'>> = fc.oneof(
  fc
    .constantFrom(
      '{',
      '[1,',
      'nul',
      '"\\ud800"',
      '{"a":1}}',
      '\ufeff{}',
      '{"a":\u0000}',
      '{"__proto__":{"a":1}}',
      deep(33),
      deep(9_000),
      '1e999',
      '',
    )
    .map(json),
  fc
    .uint8Array({ maxLength: 100 })
    .map((bytes) => ({ headers: { 'content-type': 'application/json' }, body: Buffer.from(bytes) })),
  fc
    .tuple(
      fc.constantFrom(
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'nonsense',
        'application/json; charset=utf-16',
        'application/merge-patch+json',
      ),
      fc.constantFrom('', 'a=1', '{}', '--x--', '--x\r\n\r\n'),
    )
    .map(([type, text]) => ({ headers: { 'content-type': type }, body: Buffer.from(text) })),
  fc.constant(0).map(() => json(JSON.stringify({ name: 'x'.repeat(1_100_000) }))),
);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const upload = fc
  .tuple(
    fc.constantFrom('image', 'other', ''),
    fc.oneof(
      fc.constant(PIXEL),
      fc.nat(PIXEL.length).map((length) => PIXEL.subarray(0, length)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom('<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '')
        .map((text) => Buffer.from(text)),
    ),
    fc.constantFrom('a.png', '../a.php', '', 'a"; x="b.png', 'ä\u0000.svg'),
    fc.constantFrom('\r\n--x--\r\n', '\r\n--x', ''),
  )
  .map(([field, bytes, file, end]) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(end),
    ]),
  }));

/** Events that the provider might have signed, whatever they say. */
export const webhook = fc
  .record(
    {
      id: fc.oneof(fc.stringMatching(/^evt_[a-z0-9]{4}$/), nastyText),
      object: fc.constant('event'),
      type: fc.constantFrom(
        'payment_intent.succeeded',
        'charge.refunded',
        'charge.dispute.created',
        'refund.updated',
        'other',
      ),
      created: fc.integer({ min: 0, max: 2_000_000_000 }),
      data: fc.record(
        {
          object: fc.record(
            {
              id: fc.constantFrom('pi_unknown', 'ch_1'),
              object: fc.constantFrom('payment_intent', 'charge', 'refund', 'dispute'),
            },
            { noNullPrototype: true },
          ),
        },
        { noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  )
  .map((event) => {
    const { body, signature } = signed(event);
    return {
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: Buffer.from(body),
    };
  });
