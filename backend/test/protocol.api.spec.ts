import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agent, send } from './fuzz-http.js';
import { type ApiResponse, type Shop, startShop, type TestUser } from './harness.js';

const SECURITY_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

/** What the server says to requests that no controller sees, or that are malformed. */
describe('protocol', () => {
  let shop: Shop;
  let user: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    user = await shop.user();
  });
  afterAll(async () => {
    agent.destroy();
    await shop.close();
  });

  function expectProblem({ status, headers, body }: ApiResponse, expected: number): void {
    expect([status, headers.get('content-type')]).toEqual([
      expected,
      'application/problem+json; charset=utf-8',
    ]);
    expect(body).toMatchObject({
      status: expected,
      title: expect.any(String),
      type: expect.any(String),
      detail: expect.any(String),
    });
    expect(body.requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|\.js:|at \w+ \(/);
  }

  const json = { 'content-type': 'application/json' };

  it.each([
    ['malformed JSON', '{"email":', json, 400],
    ['JSON with a prototype', '{"__proto__":{"admin":true},"email":"a@b.co"}', json, 400],
    ['a body nested too deeply', `{"email":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, json, 413],
    ['thousands of values', `{"email":[${'1,'.repeat(20_000)}1]}`, json, 413],
    ['letters where an address should be', JSON.stringify({ email: 'a'.repeat(60_000) }), json, 400],
    ['a body too large', JSON.stringify({ email: 'x'.repeat(1_100_000) }), json, 413],
    ['text', 'email=a@b.co', { 'content-type': 'text/plain' }, 415],
    ['a form', 'email=a@b.co', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a multipart form', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['XML', '<email/>', { 'content-type': 'application/xml' }, 415],
    ['a nonsense type', 'x', { 'content-type': 'nonsense' }, 415],
    ['a compressed body', gzipSync('{"email":"a@b.co"}'), { ...json, 'content-encoding': 'gzip' }, 415],
    ['an unknown coding', '{"email":"a@b.co"}', { ...json, 'content-encoding': 'x' }, 415],
  ])('responds with a problem to %s', async (_what, body, headers, status) => {
    expectProblem(await shop.call('POST', '/newsletter', { body, headers }), status);
  });

  it.each([
    ['POST', '/newsletter'],
    ['POST', '/review'],
    ['POST', '/purchase'],
    ['PATCH', '/updateUser/SELF'],
  ])('responds with 400 with field messages to %s %s without an object', async (method, path) => {
    for (const options of [
      {},
      { headers: json },
      { body: '[]' },
      { body: 'null' },
      { body: '"text"' },
      { body: '7' },
      { body: '[{"email":"a@b.co"}]' },
    ]) {
      const response = await shop.call(method, path.replace('SELF', user.email), { as: user, ...options });
      expectProblem(response, 400);
      expect(Object.keys(response.body.errors)).not.toHaveLength(0);
    }
  });

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/items/../nothing', 404],
    ['GET', '/%00', 404],
    ['GET', '/item/%E0%A4%A', 400],
    ['GET', '/item/%00', 400],
    ['GET', `/item/${'a'.repeat(400)}`, 400],
    ['PUT', '/items', 405],
    ['DELETE', '/reviews', 405],
  ])('responds with a problem to %s %s', async (method, path, status) => {
    expectProblem(await shop.call(method, path), status);
  });

  it('looks at no body of a GET, whatever its headers say of one', async () => {
    for (const [name, value] of [
      ['content-encoding', 'gzip, gzip'],
      ['content-type', 'multipart/form-data; boundary=x'],
      ['content-type', 'nonsense'],
    ] as const)
      expect((await shop.call('GET', '/items', { headers: { [name]: value } })).status).toBe(200);
  });

  it('takes a body that says that it is not encoded', async () => {
    const headers = { ...json, 'content-encoding': 'Identity' };
    const response = await shop.call('POST', '/newsletter', { body: '{"email":"a@b.co"}', headers });
    expect(response.status).toBe(201);
  });

  it('names the methods of a call with 405, and to OPTIONS', async () => {
    expect((await shop.call('PUT', '/items')).headers.get('allow')).toBe('GET, HEAD');
    const options = await shop.call('OPTIONS', '/user/someone@example.com');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, PUT']);
  });

  it.each(['QUERY', 'TRACE', 'PROPFIND', 'PATCH'])(
    'responds with 405 to %s, whatever its body',
    async (method) => {
      for (const body of [undefined, Buffer.from('a=1')]) {
        const { status, headers: responded } = await send(shop.url, {
          method,
          path: '/api/items',
          headers: {},
          ...(body && { headers: { 'content-type': 'text/plain' }, body }),
        });
        expect([status, responded.allow, responded['content-type']]).toEqual([
          405,
          'GET, HEAD',
          'application/problem+json; charset=utf-8',
        ]);
      }
    },
  );

  it('responds to HEAD as to GET without the body', async () => {
    const { status, headers, body } = await shop.call('HEAD', '/items');
    expect([status, headers.get('x-total-count'), body]).toEqual([200, '0', '']);
  });

  /** The head and the body of what the server says to some bytes, until it closes the connection. */
  const responseTo = async (bytes: string): Promise<{ status: number; headers: Headers; body: unknown }> => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    socket.end(bytes);
    const response = await text(socket);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 2),
      ]),
    );
    return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
  };

  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['a broken header', 'GET /api/items HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'headers that are too long together',
      `GET / HTTP/1.1\r\n${`A: ${'a'.repeat(900)}\r\n`.repeat(20)}\r\n`,
      431,
    ],
    [
      'an address that is too long',
      `GET /api/items?q=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      400,
    ],
    ['too many headers', `GET /api/config HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(100)}\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['a broken address', 'GET /api/item/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ])('responds with a problem with all security headers to %s', async (_what, bytes, status) => {
    const response = await responseTo(bytes);
    expectProblem(response, status);
    const ordinary = await shop.call('GET', '/items');
    for (const name of SECURITY_HEADERS)
      expect([name, response.headers.get(name)]).toEqual([name, ordinary.headers.get(name)]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  /** The response to bytes as they are. */
  const rawResponseTo = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket
        .on('data', (data) => (text += data.toString()))
        .on('end', () => resolve(text))
        .on('error', reject);
    });

  it.each([
    ['a request without a host', 'GET /api/items HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'a request with two hosts',
      'GET /api/items HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'the same host twice',
      'GET /api/items HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['two hosts of HTTP/1.0', 'GET /nowhere HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ])('responds with a problem to %s', async (_what, bytes, status) => {
    const response = await rawResponseTo(bytes);
    expect(response).toMatch(/^HTTP\/1\.1 \d+ .*application\/problem\+json.*"status":\d+/s);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toMatch(/^x-request-id: \S/im);
    expect(response).toMatch(/^x-content-type-options: nosniff/im);
  });

  it('tells addresses that are too long from headers, whatever came before on their connection', async () => {
    const body = '{\n"email":\n"a@example.com"}';
    const first = `POST /api/newsletter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const [second, status] of [
      [`GET /api/items?q=${'a'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
      [`GET /api/items HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(9_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
      socket.write(first);
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(response.toString()).toMatch(/^HTTP\/1\.1 20\d /);
      socket.end(second);
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  it('takes a hundred headers', async () => {
    const more = 'A: b\r\n'.repeat(98);
    expect(
      await rawResponseTo(`GET /api/config HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['200-ok', '', '100-continue'])('responds as usual to the expectation %j', async (expectation) => {
    const response = await rawResponseTo(
      `GET /api/config HTTP/1.1\r\nHost: a\r\nExpect: ${expectation}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 .*x-request-id: \S/s);
  });

  it('lets caches keep public reads alone, and no cache what a token opened', async () => {
    const cacheControl = async (options: object, path = '/items') =>
      (await shop.call('GET', path, options)).headers.get('cache-control');
    expect(await cacheControl({ as: user })).toBe('no-store');
    expect(await cacheControl({})).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=1');
    expect(await cacheControl({}, '/config')).toBe('no-cache');
    for (const path of ['/items?limit=x', '/item/000000000000000000000000', '/purchases', '/nothing'])
      expect([path, await cacheControl({}, path)]).toEqual([path, 'no-store']);
  });

  it('responds to every request with its id, taking over a sane one', async () => {
    const given = async (id?: string) =>
      (await shop.call('GET', '/items', id ? { headers: { 'x-request-id': id } } : {})).headers.get(
        'x-request-id',
      );
    expect(await given('trace-12345')).toBe('trace-12345');
    expect(await given('not sane at all')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await given()).not.toBe(await given());
  });

  it('is harmless to prototypes', async () => {
    await shop.call('POST', '/newsletter', {
      body: '{"constructor":{"prototype":{"polluted":1}},"email":"a@b.co"}',
      headers: json,
    });
    await shop.call('GET', '/items/search?__proto__[polluted]=1&constructor.prototype.polluted=1');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('opens no API to other origins unless they are named', async () => {
    const preflight = { origin: 'https://other.example', 'access-control-request-method': 'PATCH' };
    const response = await shop.call('OPTIONS', '/items', { headers: preflight });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const open = await startShop({ CORS_ORIGINS: 'https://other.example' });
    try {
      const allowed = await open.call('OPTIONS', '/items', { headers: preflight });
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://other.example');
      expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
      const refused = await open.call('OPTIONS', '/items', {
        headers: { ...preflight, origin: 'https://evil.example' },
      });
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.close();
    }
  });
});
