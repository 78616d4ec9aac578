import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRODUCTION, type Shop, startShop } from './harness.js';

const COMMITTED = JSON.stringify(
  JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')),
);
const ORIGIN = 'https://partner.example';
const ALL = ['/openapi.json', '/docs-yaml', '/docs/payment-lab.json', '/docs/payment-lab-yaml'];

interface Sent {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

describe('documents of the API', () => {
  let shop: Shop;

  /** Asks with no header that is not named, and decodes nothing. */
  async function ask(path: string, headers: OutgoingHttpHeaders = {}, base = shop.url): Promise<Sent> {
    const [response] = (await once(get(`${base}/api${path}`, { headers }), 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
  }

  beforeAll(async () => {
    shop = await startShop({ CORS_ORIGINS: ORIGIN });
  });
  afterAll(() => shop.close());

  it('are made once for all who ask first, together', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        ask('/openapi.json', { 'accept-encoding': ['br', 'gzip', 'identity'][n % 3] }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
    const bodies = new Set(responses.map(({ body }) => body.toString('base64')));
    expect(bodies.size).toBe(3);
  });

  it("are the committed one, for the shop's", async () => {
    expect(String((await ask('/openapi.json')).body)).toBe(COMMITTED);
  });

  it.each(ALL)('%s says how it may be kept, with the headers of every response', async (path) => {
    const { headers, body } = await ask(path, { authorization: 'Bearer x' });
    expect(headers).toMatchObject({
      'content-type': path.endsWith('yaml') ? 'text/yaml' : 'application/json; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{32}"$/),
      vary: expect.stringMatching(/\bAccept-Encoding\b/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.any(String),
    });
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['zstd', undefined],
    ['identity', undefined],
    ['nonsense;;q=,', undefined],
  ])('for Accept-Encoding: %s are sent as %s', async (accepted, expected) => {
    const { status, headers, body } = await ask('/openapi.json', { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, expected]);
    expect(headers['content-length']).toBe(String(body.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[expected ?? ''];
    expect(String(decode ? decode(body) : body)).toBe(COMMITTED);
  });

  it.each([
    ['br', (etag: string) => etag],
    ['identity', (etag: string) => `"other", ${etag.replace('W/', '')}`],
    ['gzip', () => '*'],
  ])('are not sent again as %s to who has them', async (accepted, named) => {
    const { headers: first } = await ask('/openapi.json');
    const { status, headers, body } = await ask('/openapi.json', {
      'accept-encoding': accepted,
      'if-none-match': named(first.etag!),
    });
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag: first.etag, 'cache-control': 'no-cache', vary: first.vary });
    expect(headers['content-encoding']).toBeUndefined();
    const stale = await ask('/openapi.json', { 'if-none-match': '"other"' });
    expect(stale.status).toBe(200);
  });

  it('respond to HEAD with the length and no body', async () => {
    const { status, headers } = await shop.call('HEAD', '/openapi.json', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect([status, headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(COMMITTED))]);
  });

  it('vary by the origin, too, where other origins may ask', async () => {
    const { headers } = await ask('/openapi.json', { origin: ORIGIN, 'accept-encoding': 'br' });
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });

  it.each([
    ['/docs', '/api/openapi.json'],
    ['/docs/payment-lab', '/api/docs/payment-lab.json'],
  ])('%s is a page that loads %s', async (page, document) => {
    const { status, headers, body } = await ask(`${page}/swagger-ui-init.js`);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
    expect(String(body)).toContain(`"swaggerUrl": "${document}"`);
    expect(body.length).toBeLessThan(4_000);
  });

  it("leave Swagger UI's own files uncompressed, which nobody keeps", async () => {
    const { status, headers } = await ask('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('offer a sign-in as a demo account in a demo, and nowhere else', async () => {
    const script = '/docs/demo-sign-in.js';
    expect(String((await ask('/docs')).body)).toContain(`<script src='/api${script}'>`);
    const { status, headers } = await ask(script);
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    const production = await startShop(PRODUCTION);
    try {
      expect(String((await ask('/docs', {}, production.url)).body)).not.toContain('demo');
      expect((await ask(script, {}, production.url)).status).toBe(404);
    } finally {
      await production.close();
    }
  });

  it('of the failure lab are not there without one', async () => {
    const without = await startShop({ PAYMENTS_SANDBOX_URL: undefined });
    try {
      for (const path of ['/docs/payment-lab', '/docs/payment-lab.json', '/docs/payment-lab-yaml'])
        expect((await ask(path, {}, without.url)).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
