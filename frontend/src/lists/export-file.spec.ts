import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRuntime } from '../api/runtime';
import { downloadExport, type ExportProgress } from './export-file';

const ROWS = 2_000;
const csv = `\uFEFFname,total\r\n${Array.from({ length: ROWS }, (_, at) => `Part ${at},${at}.50\r\n`).join('')}`;

const begin = (response: ServerResponse, headers: Record<string, string> = {}) =>
  response.writeHead(200, {
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="orders-2026-11-22.csv"',
    'x-total-count': String(ROWS),
    'x-total-is-exact': 'true',
    ...headers,
  });

describe('the download of an export', () => {
  let server: Server;
  let runtime: ApiRuntime;
  const seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { authorization = '' } = request.headers;
      seen.push(`${authorization} ${request.url ?? ''}`);
      const { pathname } = new URL(request.url ?? '', 'http://shop');
      if (authorization === 'Bearer old') return response.writeHead(401).end();
      if (pathname === '/whole') return begin(response).end(csv);
      if (pathname === '/many') return begin(response, { 'x-total-is-exact': 'false' }).end(csv);
      if (pathname === '/refused') {
        response.writeHead(403, { 'content-type': 'application/problem+json' });
        return response.end(JSON.stringify({ title: 'Not allowed', detail: 'You may not do this.' }));
      }
      begin(response).write(csv.slice(0, 5_000));
      if (pathname === '/broken') setTimeout(() => response.destroy(), 50);
      return undefined;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    let token = 'old';
    runtime = {
      baseUrl: `http://127.0.0.1:${port}`,
      token: () => token,
      renew: () => {
        token = 'new';
        return Promise.resolve(true);
      },
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const download = (path: string, signal = new AbortController().signal) => {
    const progress: ExportProgress[] = [];
    return { progress, file: downloadExport(path, signal, (now) => progress.push(now))(null, null, runtime) };
  };

  it('renews the sign-in, counts the rows and keeps every byte', async () => {
    const { progress, file } = download('/whole?status=unpaid');
    const { name, content } = await file;
    expect(name).toBe('orders-2026-11-22.csv');
    expect(Buffer.from(await content.arrayBuffer()).toString()).toBe(csv);
    expect(progress.at(-1)).toEqual({ rows: ROWS, total: ROWS });
    expect(seen).toEqual(['Bearer old /whole?status=unpaid', 'Bearer new /whole?status=unpaid']);
  });

  it('has no end to count to where the server did not count that far', async () => {
    const { progress, file } = download('/many');
    await file;
    expect(progress.at(-1)).toEqual({ rows: ROWS, total: undefined });
  });

  it('is nothing when the connection breaks', async () => {
    await expect(download('/broken').file).rejects.toMatchObject({
      detail: expect.stringMatching(/Nothing was saved/),
    });
  });

  it('shows what the server says when it refuses', async () => {
    await expect(download('/refused').file).rejects.toMatchObject({
      status: 403,
      detail: 'You may not do this.',
    });
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const { progress, file } = download('/endless', controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(file).rejects.toMatchObject({ name: 'AbortError' });
    expect(progress.length).toBeGreaterThan(0);
  });
});
