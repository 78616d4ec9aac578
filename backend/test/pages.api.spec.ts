import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAt } from './call.js';
import { type Shop, startShop } from './harness.js';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const INDEX = '<!doctype html><title>The app</title><script>document.title = "x"</script>';

describe('pages and documentation', () => {
  let shop: Shop;
  let dir: string;
  let call: ReturnType<typeof callAt>;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'rapid-pages-'));
    mkdirSync(join(dir, 'assets'));
    mkdirSync(join(dir, 'products'));
    const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`;
    writeFileSync(join(dir, 'index.html'), INDEX);
    writeFileSync(join(dir, 'assets/app-1a2b.js'), script);
    writeFileSync(join(dir, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
    writeFileSync(join(dir, 'products/part.webp'), 'image');
    shop = await startShop({ FRONTEND_DIR: dir });
    call = callAt(shop.url);
  });
  afterAll(async () => {
    await shop.close();
    rmSync(dir, { recursive: true });
  });

  it.each([
    '/',
    '/parts',
    '/item/665f1c2ab8d4e1a2b3c4d5e6',
    '/dashboard/payment/1?x=1',
    '/nothing/at/all',
    '/product',
    '/apiary',
  ])('responds to a navigation to %s with the app', async (path) => {
    const { status, headers, body } = await call('GET', path, { headers: HTML });
    expect([status, body]).toEqual([200, INDEX]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('returns the page at / to every client', async () => {
    expect((await call('GET', '/')).body).toBe(INDEX);
    expect((await call('HEAD', '/')).status).toBe(200);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/assets/..%2f..%2fpackage.json'],
    ['GET', '/assets/..%5c..%5cpackage.json'],
    ['POST', '/parts'],
  ])('responds to %s %s with a problem, even to a browser', async (method, path) => {
    const { status, headers } = await call(method, path, { headers: HTML });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  it('responds to a missing image with a problem', async () => {
    expect((await call('GET', '/products/nothing.webp', { headers: { accept: 'image/*' } })).status).toBe(
      404,
    );
  });

  it('serves hashed assets for ever, compressed as they were built, and the rest for an hour', async () => {
    const asset = await call('GET', '/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } });
    expect(asset.body).toContain('xxxx');
    expect(Object.fromEntries(asset.headers)).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    });
    const image = await call('GET', '/products/part.webp');
    expect([image.body, image.headers.get('cache-control')]).toEqual(['image', 'public, max-age=3600']);
  });

  describe('security headers', () => {
    it.each(['/', '/api/items', '/api/nothing', '/assets/app-1a2b.js', '/api/docs', '/assets/nothing.js'])(
      'are on %s',
      async (path) => {
        const { headers } = await call('GET', path);
        expect(Object.fromEntries(headers)).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'strict-origin-when-cross-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        });
        expect(headers.get('x-powered-by')).toBeNull();
        const scripts = /script-src ([^;]*)/.exec(headers.get('content-security-policy')!)?.[1] ?? '';
        expect(scripts).not.toMatch(/unsafe/);
      },
    );

    it("let the page's own inline script run, by its hash", async () => {
      expect((await call('GET', '/')).headers.get('content-security-policy')).toMatch(
        /script-src 'self' 'sha256-[\w+/=]{44}'/,
      );
    });

    it('have HSTS only behind TLS', async () => {
      const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
      expect((await call('GET', '/', forwarded)).headers.get('strict-transport-security')).toBeNull();
      const behind = await startShop({ TRUST_PROXY: '1' });
      try {
        const secure = await behind.call('GET', '/items', forwarded);
        expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
        expect((await behind.call('GET', '/items')).headers.get('strict-transport-security')).toBeNull();
      } finally {
        await behind.close();
      }
    });
  });

  describe('documentation', () => {
    it('is there as a page, with its scripts, under a policy of its own', async () => {
      const page = await call('GET', '/api/docs', { headers: HTML });
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('swagger-ui')]);
      expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
      const scripts = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, path = '']) => new URL(path, `${shop.url}/api/docs`),
      );
      expect(scripts.length).toBeGreaterThan(3);
      for (const { origin, pathname } of scripts) {
        expect(origin).toBe(shop.url);
        expect((await call('GET', pathname)).status).toBe(200);
      }
    });

    it('describes the calls under /api', async () => {
      const { status, body } = await shop.call('GET', '/openapi.json');
      expect(status).toBe(200);
      expect(body.servers).toEqual([{ url: '/api', description: 'This shop.', 'x-internal': false }]);
      expect(body.paths['/items'].get.operationId).toBe('listItems');
      expect(Object.keys(body.components.securitySchemes)).toEqual(['bearer', 'identity-token', 'api-key']);
    });
  });
});
