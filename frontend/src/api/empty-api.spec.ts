import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configureStore } from '@reduxjs/toolkit';
import { adminApi } from './admin-api';
import { api } from './api';
import { newProductsApi } from './new-products';
import type { ApiRuntime } from './runtime';

const respond = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const calls: Request[] = [];
let responses: Response[] = [];
let token: string | undefined;
const renew = vi.fn<() => Promise<boolean>>();

const makeStore = () =>
  configureStore({
    reducer: { api: api.reducer },
    middleware: (defaults) =>
      defaults({
        thunk: {
          extraArgument: { baseUrl: 'http://shop.test/api/', token: () => token, renew } satisfies ApiRuntime,
        },
      }).concat(api.middleware),
  });

beforeEach(() => {
  calls.length = 0;
  token = 'old';
  renew.mockReset();
  vi.spyOn(globalThis, 'fetch').mockImplementation((request) => {
    calls.push(request as Request);
    return Promise.resolve(responses.shift() ?? respond(500, {}));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the base of every call', () => {
  it('encodes path parameters', async () => {
    responses = [respond(200, { admin: false })];
    await makeStore().dispatch(api.endpoints.checkAdmin.initiate({ email: 'a/b+c?d@example.com' }));
    expect(calls[0]?.url).toBe('http://shop.test/api/admin/a%2Fb%2Bc%3Fd%40example.com');
  });

  it('sends the token, renews it once on 401 and repeats the call', async () => {
    responses = [respond(401, {}), respond(200, { admin: true })];
    renew.mockImplementation(() => {
      token = 'new';
      return Promise.resolve(true);
    });
    const { data } = await makeStore().dispatch(
      api.endpoints.checkAdmin.initiate({ email: 'a@example.com' }),
    );
    expect(data).toEqual({ admin: true });
    expect(calls.map((call) => call.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  it('does not go on after a second 401', async () => {
    responses = [respond(401, {}), respond(401, { detail: 'Sign in to do this.' })];
    renew.mockResolvedValue(true);
    const { error } = await makeStore().dispatch(
      api.endpoints.checkAdmin.initiate({ email: 'a@example.com' }),
    );
    expect(error).toMatchObject({ status: 401, detail: 'Sign in to do this.' });
    expect(calls).toHaveLength(2);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('does not repeat when nobody is signed in any more', async () => {
    responses = [respond(401, {})];
    renew.mockResolvedValue(false);
    await makeStore().dispatch(api.endpoints.checkAdmin.initiate({ email: 'a@example.com' }));
    expect(calls).toHaveLength(1);
  });

  it('sends an image as a form, not as JSON', async () => {
    responses = [respond(200, { success: true, data: { url: '/x' } })];
    await makeStore().dispatch(adminApi.endpoints.uploadImage.initiate({ body: { image: new Blob(['x']) } }));
    expect(calls[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data/);
  });

  it('takes the number of new products from the header, not from the rows sent', async () => {
    responses = [new Response('[{"_id":"a"}]', { headers: { 'X-Total-Count': '1234' } })];
    const { data } = await makeStore().dispatch(newProductsApi.endpoints.newProducts.initiate({ limit: 1 }));
    expect(calls[0]?.url).toBe('http://shop.test/api/product?limit=1');
    expect(data).toEqual({ items: [{ _id: 'a' }], total: 1234 });
  });
});
