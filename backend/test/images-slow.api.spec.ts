import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image } from './image-uploads.js';

const MAX_BYTES = 200_000;

describe('an image of POST /images that arrives slowly', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ UPLOAD_MAX_BYTES: String(MAX_BYTES) });
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const upload = async (content: Buffer) =>
    (await shop.call('POST', '/images', { as: admin, body: formOf(content) })).status;
  const png = () => image().png().toBuffer();

  /** An upload whose first bytes have arrived, and no more. */
  const begun = async (bytes: number, { token } = admin): Promise<ClientRequest> => {
    const reached = once(shop.app.getHttpServer(), 'request');
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const request = httpRequest(`${shop.url}/api/images`, { method: 'POST', headers });
    const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
    request.on('error', () => undefined).write(head + 'y'.repeat(bytes));
    const [{ socket }] = (await reached) as [IncomingMessage];
    await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(bytes), { timeout: 30_000 });
    return request;
  };

  it('keeps nobody out while slow clients send theirs', async () => {
    const slow: ClientRequest[] = [];
    for (let n = 0; n < 6; n += 1) slow.push(await begun(1_000));
    expect(await upload(await png())).toBe(200);
    slow.forEach((request) => request.destroy());
  });

  it('is refused to who lost their access while it arrived', async () => {
    const [key, former] = [await shop.apiKey(admin), await shop.user({ role: 'admin' })];
    const uploads = [await begun(1_000, { ...admin, token: key.token }), await begun(1_000, former)];
    await shop.call('DELETE', `/api-keys/${key.id}`, { as: admin });
    await shop.db.collection('users').updateOne({ email: former.email }, { $set: { role: 'customer' } });
    for (const [n, request] of uploads.entries()) {
      // not an image: 415 for an admin
      request.end('\r\n--x--\r\n');
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe([401, 403][n]);
    }
  });

  it('is told to wait while the images that are arriving fill the memory they may take', async () => {
    const slow: ClientRequest[] = [];
    for (let n = 0; n < 4; n += 1) slow.push(await begun(MAX_BYTES - 10_000));
    // not an image: 415 once it was read
    const large = Buffer.alloc(MAX_BYTES / 2, 'y');
    expect(await upload(large)).toBe(503);
    // less than what is left
    expect(await upload(await png())).toBe(200);
    slow.forEach((request) => request.destroy());
    await vi.waitFor(async () => expect(await upload(large)).toBe(415), { timeout: 30_000 });
  });
});
