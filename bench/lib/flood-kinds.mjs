import { gzipSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * The kinds of flood. One with `text` holds its connections open, and drips a little now and then; one with `texts` says
 * them again and again, each on a new connection; one with `kinds` is all of them at once.
 */
const MB = 1024 * 1024;
const AGAIN = 32;

const address = (n) => `198.51.${Math.floor(n / 200) % 200}.${n % 200}`;
const random = () => Math.floor(Math.random() * 40_000);

/** @param {string} more header lines, each with its end */
const head = (method, path, more = '', n = random()) =>
  `${method} ${path} HTTP/1.1\r\nHost: flood.example\r\nX-Forwarded-For: ${address(n)}\r\n${more}`;
const get = (path, more = '', n = random()) => `${head('GET', path, more, n)}\r\n`;

const JSON_TYPE = 'Content-Type: application/json\r\n';
const post = (body, more = '') =>
  Buffer.concat([
    Buffer.from(
      `${head('POST', '/api/newsletter', `${JSON_TYPE}${more}Content-Length: ${body.length}\r\n`)}\r\n`,
    ),
    Buffer.from(body),
  ]);

/** A body in chunks of so many bytes. */
function chunked(body, size) {
  const chunks = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.slice(at, at + size);
    chunks.push(`${part.length.toString(16)}\r\n${part}\r\n`);
  }
  const start = head('POST', '/api/newsletter', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`);
  return `${start}\r\n${chunks.join('')}0\r\n\r\n`;
}

/** An upload, as the admin when there is a token. */
function upload(content, token, extra = '') {
  const start = `${extra}--f\r\nContent-Disposition: form-data; name="image"; filename="f.png"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(start), content, Buffer.from('\r\n--f--\r\n')]);
  const more = `${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Type: multipart/form-data; boundary=f\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.concat([Buffer.from(`${head('POST', '/api/images', more)}\r\n`), body]);
}

const numbers = (bytes) => `{"email":[${'1,'.repeat(bytes / 2 - 20)}1]}`;
const objects = (bytes) => `{"email":[${'{"a":{}},'.repeat(bytes / 9 - 20)}1]}`;
const members = (bytes) =>
  `{${Array.from({ length: bytes / 13 }, (_, n) => `"k${n + 10_000}":"v"`).join(',')}}`;
const nested = (bytes) => `{"email":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`;
const letters = (bytes) => `{"email":"${'a'.repeat(bytes - 14)}"}`;

const SIDE = 6_300;
const blank = (side) => sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } });
const noise = (side) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** The last scan of a progressive JPEG so many times more. */
function withScans(jpeg, times) {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, jpeg.length - 2), ...Array(times).fill(scan), jpeg.subarray(-2)]);
}

async function animation(kind, frames) {
  const [one, other] = [await blank(40).png().toBuffer(), await blank(40).negate().png().toBuffer()];
  const pictures = Array.from({ length: frames }, (_, n) => (n % 2 ? one : other));
  return sharp(pictures, { join: { animated: true } })
    .toFormat(kind)
    .toBuffer();
}

async function bombs() {
  const progressive = { progressive: true, chromaSubsampling: '4:4:4' };
  return [
    await blank(SIDE).png({ progressive: true }).toBuffer(),
    await blank(SIDE).withMetadata({ orientation: 6 }).jpeg(progressive).toBuffer(),
    withScans(await blank(3_000).jpeg(progressive).toBuffer(), 2_000),
    await blank(SIDE).webp({ effort: 0 }).toBuffer(),
    await blank(SIDE).avif({ effort: 0 }).toBuffer(),
    await blank(16_000).png().toBuffer(),
    await blank(12_000).avif({ effort: 0 }).toBuffer(),
    await blank(4_000).tiff({ compression: 'deflate' }).toBuffer(),
    await animation('webp', 1_000),
    await animation('gif', 1_000),
  ];
}

export const FLOODS = {
  'idle connections': { connections: 6_000 },
  'slow heads': {
    connections: 6_000,
    text: (n) => head('GET', '/api/product', `X-A: ${'a'.repeat(n % 2 ? 10 : 7_000)}\r\n`, n),
    drip: 'X-A: b\r\n',
  },
  'slow heads of many headers': {
    connections: 6_000,
    text: (n) => head('GET', '/api/product', 'A: b\r\n'.repeat(1_000), n),
    drip: 'A: b\r\n',
  },
  'slow bodies': {
    connections: 600,
    text: (n) =>
      `${head('POST', '/api/newsletter', `${JSON_TYPE}Content-Length: ${MB / 16}\r\n`, n)}\r\n${letters(MB / 16 - 99)}`,
    drip: 'a',
  },
  'slow readers': {
    connections: 300,
    text: (n) => get('/api/openapi.json', 'Accept-Encoding: identity\r\n', n).repeat(20),
    isReader: false,
  },
  'pipelined requests': {
    connections: AGAIN,
    texts: () => [get('/api/product').repeat(500), get('/').repeat(30)],
  },
  'giant headers': {
    connections: AGAIN,
    texts: () => [
      get('/api/config', `X-A: ${'a'.repeat(7_500)}\r\n`),
      get('/api/config', 'A: b\r\n'.repeat(1_200)),
      get('/api/config', `X-A: ${'a'.repeat(100_000)}\r\n`),
    ],
  },
  'giant addresses': {
    connections: AGAIN,
    texts: () => [
      get(`/api/items/search?${'a=b&'.repeat(1_800)}`),
      get(`/api/items/search?q=${'a+'.repeat(3_500)}`),
      get(`/${'a'.repeat(7_000)}`),
      get(`/api/user/${'a'.repeat(7_000)}`),
    ],
  },
  'large bodies': { connections: AGAIN, texts: () => [post(numbers(MB)), post(letters(8 * MB))] },
  'chunked bodies': {
    connections: AGAIN,
    texts: () => [chunked(numbers(4 * MB), 1_024), chunked(letters(60_000), 8)],
  },
  'dense bodies': {
    connections: AGAIN,
    texts: () =>
      [numbers, objects, members, nested, letters]
        .flatMap((shape) => [60_000, 15_000].map((bytes) => shape(bytes)))
        .map((body) => post(body)),
  },
  'compressed bodies': {
    connections: AGAIN,
    texts: () => [post(gzipSync(letters(60 * MB)), 'Content-Encoding: gzip\r\n')],
  },
  'uploads of strangers': { connections: AGAIN, texts: () => [upload(Buffer.alloc(8 * MB - 500), '')] },
  'forms of many parts': {
    connections: 8,
    texts: (token) => [
      upload(
        Buffer.alloc(100),
        token,
        '--f\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(20_000),
      ),
    ],
  },
  'large uploads': {
    connections: 4,
    texts: async (token) => [upload(await noise(1_600).png().toBuffer(), token)],
  },
  'picture bombs': {
    connections: 4,
    texts: async (token) => (await bombs()).map((picture) => upload(picture, token)),
  },
  'slow clients, large bodies and picture bombs': {
    kinds: ['slow heads', 'slow bodies', 'slow readers', 'large bodies', 'large uploads', 'picture bombs'],
  },
};
