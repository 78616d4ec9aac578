import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image } from './image-uploads.js';

describe('the form of POST /images', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ UPLOAD_MAX_BYTES: '200000', UPLOAD_MAX_PIXELS: '1000000' });
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const upload = (body: unknown, headers: Record<string, string> = {}) =>
    shop.call('POST', '/images', { as: admin, body, headers });

  /** All that the server sends in response to `text` until it closes the connection. */
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => (received += data.toString()));
      socket.on('error', () => undefined).on('close', () => resolve(received));
    });

  it('responds with 400 without an image, with 415 to a body that is no form', async () => {
    const empty = new FormData();
    empty.set('other', 'x');
    for (const form of [empty, formOf(await image().png().toBuffer(), 'photo')]) {
      const { status, body } = await upload(form);
      expect([status, body.errors]).toEqual([400, { image: 'Photo is Required' }]);
    }
    expect((await upload({ image: 'x' })).status).toBe(415);
    expect((await upload(undefined)).status).toBe(415);
    expect(
      (await upload('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' })).status,
    ).toBe(400);
    expect((await upload('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  });

  it('accepts one image in a form', async () => {
    const two = formOf(await image().png().toBuffer());
    two.append('image', new Blob([new Uint8Array(await image().png().toBuffer())]), 'second.png');
    expect((await upload(two)).status).toBe(400);
    const many = new FormData();
    for (let n = 0; n < 6; n += 1) many.append(`field-${n}`, 'text');
    expect(await upload(many)).toMatchObject({
      status: 400,
      body: { errors: { image: expect.any(String) } },
    });
  });

  it('frees the places of interrupted uploads', async () => {
    const part =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n' + 'y'.repeat(500);
    const broken = [
      `POST /api/images HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}`,
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n',
      `${part.length.toString(16)}\r\n${part}\r\nno chunk\r\n`,
    ].join('\r\n');
    for (const response of await Promise.all(Array.from({ length: 8 }, () => send(broken))))
      expect(response).toMatch(/^HTTP\/1\.1 (400|503) /);
    expect((await upload(formOf(await image().png().toBuffer()))).status).toBe(200);
  });

  /** Sends a form of a stated length, and what comes after it on the same connection. */
  const post = (form: string, rest = '') =>
    send(
      [
        `POST /api/images HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}`,
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n`,
        form + rest,
      ].join('\r\n'),
    );
  const next = 'GET /api/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const statuses = (responses: string) =>
    [...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  it('rejects a form without waiting for its end, and keeps the connection usable', async () => {
    const tiny = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    expect(statuses(await post(tiny.repeat(3_500), next))).toEqual(['400', '200']);
    // more than an image and its form may have
    expect(statuses(await post(tiny.repeat(6_000), next))[0]).toBe('413');
  });

  it('ends a form that the parser never ends, and frees its place', async () => {
    // nothing reads a part without a header
    const stuck = `--x\r\n\r\n${'b'.repeat(40_000)}\r\n--x--\r\n`;
    for (const response of await Promise.all(Array.from({ length: 5 }, () => post(stuck, next))))
      expect(['400', '503']).toContain(statuses(response)[0]);
    expect((await upload(formOf(await image().png().toBuffer()))).status).toBe(200);
  });

  const file = (content = 'b', name = 'image') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${content}\r\n`;
  const text = (name: string, content = 'b') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

  it.each([
    ['without any part', '--x--\r\n', 'Photo is Required'],
    ['with the image as text', text('image') + '--x--\r\n', 'Photo is Required'],
    ['with a file of another name', file('b', 'photo') + '--x--\r\n', 'Photo is Required'],
    ['with an empty file', file('') + '--x--\r\n', 'Photo is Required'],
    ['with two images', file() + file() + '--x--\r\n', 'Send one image at a time'],
    [
      'with a long field',
      text('a', 'b'.repeat(1_025)) + file() + '--x--\r\n',
      'Send the image alone, without other fields',
    ],
    [
      'with a field named as a prototype property',
      file() + text('__proto__') + '--x--\r\n',
      'Send the image alone, without other fields',
    ],
    ['without an end', file(), 'The upload is incomplete'],
    ['with half a header', '--x\r\nContent-Disp', 'The upload is incomplete'],
    ['that is none', 'image', 'The upload is incomplete'],
  ])('rejects a form %s with 400', async (_what, body, why) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const response = await upload(body, headers);
    expect([response.status, response.body.errors]).toEqual([400, { image: why }]);
  });

  it('ignores a few other fields', async () => {
    const form = formOf(await image().png().toBuffer());
    form.append('name', 'x');
    expect((await upload(form)).status).toBe(200);
  });

  it('rejects a form with many other fields', async () => {
    const form = new FormData();
    for (let n = 0; n < 9; n += 1) form.set(`field${n}`, 'x');
    form.set('image', new Blob([new Uint8Array(await image().png().toBuffer())]), 'x.png');
    const { status, body } = await upload(form);
    expect([status, body.errors]).toEqual([400, { image: 'Send the image alone, without other fields' }]);
  });
});
