import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportBodies } from '../src/products/import-bodies.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('a file of POST /items/import that arrives slowly', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const CSV = { 'content-type': 'text/csv' };
  const send = (body: string | Buffer) =>
    shop.call('POST', '/items/import?dryRun=true', { as: admin, body, headers: CSV });

  /** Whose body has begun. */
  const begun = async (token: string): Promise<ClientRequest> => {
    const read = vi.spyOn(ImportBodies.prototype, 'use');
    const headers = { ...CSV, authorization: `Bearer ${token}` };
    const request = httpRequest(`${shop.url}/api/items/import`, { method: 'POST', headers });
    request.on('error', () => undefined).write('sku,restock\n');
    while (read.mock.calls.length === 0) await turn();
    read.mockRestore();
    return request;
  };

  it('keeps nobody out while slow clients send theirs', async () => {
    const slow = [await begun(admin.token), await begun(admin.token), await begun(admin.token)];
    expect((await send('sku,restock\nNONE,1')).status).toBe(200);
    slow.forEach((request) => request.destroy());
  });

  it('is told to wait while the files that are arriving fill the memory they may take', async () => {
    const part = Buffer.alloc(7 * 1024 * 1024, 'x');
    const slow: ClientRequest[] = [];
    for (let n = 0; n < 4; n += 1) slow.push(await begun(admin.token));
    await Promise.all(slow.map((upload) => new Promise((sent) => upload.write(part, sent))));
    const held = async () => (await send(part)).status;
    await vi.waitFor(async () => expect(await held()).toBe(503), { timeout: 30_000 });
    slow.forEach((upload) => upload.destroy());
    await vi.waitFor(async () => expect((await send('sku,restock\nNONE,1')).status).toBe(200));
    await vi.waitFor(async () => expect(await held()).toBe(200), { timeout: 30_000 });
  });

  it('is refused to who lost their access while the file arrived', async () => {
    const { _id } = await shop.product({ sku: 'ACC-1', availableQ: 1 });
    const [key, former] = [await shop.apiKey(admin), await shop.user({ role: 'admin' })];
    const uploads = [await begun(key.token), await begun(former.token)];
    await shop.call('DELETE', `/api-keys/${key.id}`, { as: admin });
    await shop.db.collection('users').updateOne({ email: former.email }, { $set: { role: 'customer' } });
    for (const [n, upload] of uploads.entries()) {
      upload.end('ACC-1,5');
      const [response] = (await once(upload, 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe([401, 403][n]);
    }
    expect(await shop.db.collection('products').findOne({ _id })).toMatchObject({ availableQ: 1 });
  });
});
