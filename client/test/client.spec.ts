import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiProblem, createClient, type PagedPath } from '../src/index.js';
import { cut, hang, json, type Reply, startScripted } from './scripted-server.js';

const ORDER = { productId: '65f000000000000000000001', orderQuantity: 5, address: 'A', phone: '5550100' };
const problem = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  json(
    status,
    { type: `urn:rapid:problem:${code}`, title: 'T', status, detail: 'Why', requestId: 'r-1', ...more },
    headers,
  );
const failureOf = async (work: Promise<unknown>): Promise<any> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the client', () => {
  let server: Awaited<ReturnType<typeof startScripted>>;
  const client = (options: object = {}) =>
    createClient({ baseUrl: server.url, apiKey: 'key-1', retry: { firstWaitMs: 5 }, ...options });
  const received = () => server.received;
  const keys = () => received().map(({ headers }) => headers['idempotency-key']);

  beforeAll(async () => void (server = await startScripted()));
  afterAll(() => server.close());

  it('sends the key, the path, the query and the body', async () => {
    server.replies(json(200, { items: [], total: 0 }));
    await client({ baseUrl: `${server.url}/` }).GET('/purchases/search', {
      params: { query: { status: 'paid', q: 'a b&c' } },
    });
    await client({ apiKey: undefined }).GET('/user/{email}', { params: { path: { email: 'a+b/c@x.de' } } });
    await client().PATCH('/items/{id}', {
      params: { path: { id: '1' }, header: { 'If-Match': '"3"' } },
      body: { price: 5 },
    });
    const [search, user, update] = received();
    expect(search).toMatchObject({
      method: 'GET',
      url: '/api/purchases/search?status=paid&q=a%20b%26c',
      headers: { authorization: 'Bearer key-1' },
    });
    expect(user!.url).toBe('/api/user/a%2Bb%2Fc%40x.de');
    expect(user!.headers.authorization).toBeUndefined();
    expect(update).toMatchObject({
      method: 'PATCH',
      headers: { 'if-match': '"3"', 'content-type': 'application/json' },
      body: '{"price":5}',
    });
  });

  it('asks a function for the key before each request, and not again for a repeat', async () => {
    server.replies(
      json(503, {}),
      json(200, { items: [], total: 0, nextCursor: 'c1' }),
      json(200, { items: [], total: 0 }),
    );
    let asked = 0;
    const apiKey = async (): Promise<string> => `key-${(asked += 1)}`;
    for await (const page of client({ apiKey }).pages('/purchases/search')) expect(page.items).toEqual([]);
    expect(received().map(({ headers }) => headers.authorization)).toEqual([
      'Bearer key-1',
      'Bearer key-1',
      'Bearer key-2',
    ]);
    server.replies(json(200, {}));
    await client({ apiKey: () => undefined }).GET('/items');
    await client({ apiKey }).GET('/items', { headers: { authorization: 'Bearer other' } });
    expect(received().map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer other']);
  });

  it('throws what the function for the key throws, and sends nothing', async () => {
    server.replies(json(200, {}));
    const error = new Error('No sign-in');
    expect(await failureOf(client({ apiKey: () => Promise.reject(error) }).GET('/items'))).toBe(error);
    expect(received()).toEqual([]);
  });

  it('sends a CSV file as such, and a form where a field is a file', async () => {
    server.replies(json(200, {}));
    await client().POST('/items/import', { body: 'sku,restock\nA,1\n' });
    await client().POST('/images', { body: { image: new Blob(['x'], { type: 'image/png' }) } });
    expect(received()[0]).toMatchObject({
      headers: { 'content-type': 'text/csv' },
      body: 'sku,restock\nA,1\n',
    });
    expect(received()[1]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(received()[1]!.body).toContain('name="image"');
  });

  it('reads text and bytes as what they are, and streams them', async () => {
    const csv: Reply = (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n');
    server.replies(csv);
    expect((await client().GET('/items/export')).data).toBe('a,b\n');
    const { data } = await client().stream('/items/export');
    expect(await new Response(data).text()).toBe('a,b\n');
    server.replies((response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('xyz'));
    const image = await client().GET('/images/{id}', { params: { path: { id: '1' } } });
    expect(image.data.size).toBe(3);
  });

  describe('errors', () => {
    it('are typed', async () => {
      server.replies(problem(409, 'not-enough-stock', { available: 4 }));
      const error = await failureOf(client().POST('/purchase', { body: ORDER }));
      expect(error).toBeInstanceOf(ApiProblem);
      expect(error).toMatchObject({
        name: 'ApiProblem',
        message: 'Why',
        status: 409,
        code: 'not-enough-stock',
        detail: 'Why',
        requestId: 'r-1',
        problem: { available: 4 },
      });
      server.replies(problem(400, 'invalid-input', { errors: { phone: 'Phone is Required' } }));
      expect((await failureOf(client().GET('/items'))).errors).toEqual({ phone: 'Phone is Required' });
    });

    it("are those of a proxy, too, without a problem's fields", async () => {
      server.replies((response) =>
        response.writeHead(413, { 'x-request-id': 'r-2' }).end('<h1>Too large</h1>'),
      );
      const error = await failureOf(client().POST('/purchase', { body: ORDER }));
      expect(error).toMatchObject({
        status: 413,
        code: undefined,
        errors: {},
        requestId: 'r-2',
        message: '413 Payload Too Large',
      });
    });
  });

  describe('retries', () => {
    const ok = json(200, []);

    it.each<[string, Reply]>([
      ['429', problem(429, 'too-many-requests')],
      ['503', problem(503, 'unavailable')],
      ["a proxy's 502", json(502, {})],
      ['a lost connection', cut],
    ])('a GET after %s', async (_, failure) => {
      server.replies(failure, failure, ok);
      expect((await client().GET('/items')).data).toEqual([]);
      expect(received()).toHaveLength(3);
    });

    it.each([['a POST', '/purchase'] as const, ['an import', '/items/import'] as const])(
      '%s, with one key and the same body each time',
      async (_, path) => {
        server.replies(
          cut,
          problem(503, 'unavailable'),
          problem(409, 'idempotency-key-in-use', {}, { 'retry-after': '0' }),
          json(201, {}),
        );
        await (path === '/purchase'
          ? client().POST(path, { body: ORDER })
          : client().POST(path, { body: 'sku,restock\nA,1\n' }));
        expect(received()).toHaveLength(4);
        expect(keys()[0]).toMatch(/^[\w-]{36}$/);
        expect(new Set(keys()).size).toBe(1);
        expect(new Set(received().map(({ body }) => body)).size).toBe(1);
        expect(received()[3]!.body).not.toBe('');
      },
    );

    it('with another key for another call, and with the key that is given', async () => {
      server.replies(json(201, {}));
      await client().POST('/purchase', { body: ORDER });
      await client().POST('/purchase', { body: ORDER });
      await client().POST('/purchase', { body: ORDER, params: { header: { 'Idempotency-Key': 'mine' } } });
      expect(new Set(keys()).size).toBe(3);
      expect(keys()[2]).toBe('mine');
    });

    it('nothing that may have been done: a POST without a key, a PATCH, a refused order', async () => {
      const calls = [
        () => client().POST('/newsletter', { body: { email: 'a@x.de' } }),
        () => client().PATCH('/purchase/{id}', { params: { path: { id: '1' } } }),
      ];
      for (const call of calls) {
        for (const failure of [cut, problem(503, 'unavailable')]) {
          server.replies(failure);
          expect(await failureOf(call())).toHaveProperty('message');
          expect(received()).toHaveLength(1);
          expect(keys()).toEqual([undefined]);
        }
      }
      server.replies(problem(409, 'not-enough-stock'));
      expect((await failureOf(client().POST('/purchase', { body: ORDER }))).status).toBe(409);
      server.replies(problem(500, 'failed'));
      expect((await failureOf(client().GET('/items'))).status).toBe(500);
      expect(received()).toHaveLength(1);
    });

    it('whatever was refused by a rate limit, since it was not handled', async () => {
      server.replies(problem(429, 'too-many-requests'), json(200, {}));
      await client().PATCH('/purchase/{id}', { params: { path: { id: '1' } } });
      expect(received()).toHaveLength(2);
    });

    it.each([
      ['seconds', () => '1', 1_000, 1_900],
      // a date has whole seconds
      ['a date', () => new Date(Date.now() + 2_000).toUTCString(), 1_000, 2_900],
    ])('after the time that Retry-After names as %s', async (_, after, least, most) => {
      server.replies(problem(429, 'too-many-requests', {}, { 'retry-after': after() }), ok);
      await client().GET('/items');
      const [first, second] = received();
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(least - 20);
      expect(second!.at - first!.at).toBeLessThan(most);
    });

    it('a bounded number of times, within a bounded time', async () => {
      server.replies(problem(503, 'unavailable'));
      expect((await failureOf(client({ retry: { attempts: 3, firstWaitMs: 1 } }).GET('/items'))).status).toBe(
        503,
      );
      expect(received()).toHaveLength(3);
      server.replies(problem(429, 'too-many-requests', {}, { 'retry-after': '3600' }));
      expect(await failureOf(client().GET('/items'))).toMatchObject({ status: 429, retryAfter: 3_600 });
      expect(received()).toHaveLength(1);
      server.replies(hang);
      const began = Date.now();
      expect((await failureOf(client({ retry: { totalMs: 200 } }).GET('/items'))).name).toBe('TimeoutError');
      expect(Date.now() - began).toBeLessThan(2_000);
    });

    it('until it is aborted', async () => {
      server.replies(problem(503, 'unavailable', {}, { 'retry-after': '30' }));
      const signal = AbortSignal.timeout(100);
      const began = Date.now();
      expect((await failureOf(client().GET('/items', { signal }))).name).toBe('TimeoutError');
      expect(Date.now() - began).toBeLessThan(5_000);
      expect(received()).toHaveLength(1);
    });
  });

  describe('lists', () => {
    const page = (items: number[], nextCursor?: string) =>
      json(200, { items, total: 5, ...(nextCursor && { nextCursor }) });

    it('go on by cursor, under the same filters, as far as they are read', async () => {
      server.replies(page([1, 2], 'c1'), problem(503, 'unavailable'), page([3, 4], 'c2'), page([5]));
      const rows: unknown[] = [];
      for await (const order of client().all('/purchases/search', { query: { status: 'paid' } }))
        rows.push(order);
      expect(rows).toEqual([1, 2, 3, 4, 5]);
      const query = 'pageSize=100&status=paid';
      expect(received().map(({ url }) => url.split('?')[1])).toEqual([
        query,
        `${query}&cursor=c1`,
        `${query}&cursor=c1`,
        `${query}&cursor=c2`,
      ]);
      server.replies(page([1, 2], 'c1'));
      for await (const { items } of client().pages('/items/search', { query: { pageSize: 2 } })) {
        expect(items).toEqual([1, 2]);
        break;
      }
      expect(received()).toHaveLength(1);
    });

    it('are all that the document pages by cursor', () => {
      const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
      const documented = Object.entries<any>(document.paths).flatMap(([path, { get }]) => {
        const hasCursor = get?.parameters?.some(({ $ref }: any) => $ref === '#/components/parameters/cursor');
        return hasCursor && get.responses['200'].content['application/json'] ? [path] : [];
      });
      // the type check holds that each name is one, and that none is missing
      const paged: Record<PagedPath, true> = {
        '/api-keys': true,
        '/audit': true,
        '/items/search': true,
        '/items/manage': true,
        '/purchases/search': true,
        '/reviews/search': true,
        '/reviews/manage': true,
        '/users/search': true,
        '/webhook-deliveries': true,
      };
      expect(Object.keys(paged).toSorted()).toEqual(documented.toSorted());
    });
  });

  it('says whether something has changed', async () => {
    server.replies(json(200, [1], { etag: '"a"' }), (response) =>
      response.writeHead(304, { etag: '"a"' }).end(),
    );
    const first = await client().getIfChanged('/items', undefined);
    expect(first).toMatchObject({ data: [1], etag: '"a"' });
    expect(await client().getIfChanged('/items', first!.etag)).toBeUndefined();
    expect(received().map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"a"']);
  });
});
