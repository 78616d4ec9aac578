import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../api/api';
import { anonymous } from '../../api/runtime';
import { sessionSlice, signedIn, signedOut } from '../session/session-slice';
import { browserLines, writeBrowserLines } from './browser-basket';
import { addToBasket, changeBasket } from './change-basket';
import type { BasketLine } from './merge';

const { notify } = vi.hoisted(() => ({ notify: vi.fn() }));
vi.mock('../../ui/notify', () => ({ notify }));

const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const C = 'c'.repeat(24);
const line = (productId: string, orderQuantity: number): BasketLine => ({ productId, orderQuantity });

/** A shop with one basket; `meanwhile` happens before its next write. */
class Shop {
  lines: BasketLine[] = [];
  version = 1;
  reads = 0;
  meanwhile: (() => void)[] = [];

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (request.method === 'GET') {
      this.reads += 1;
      return this.respond();
    }
    this.meanwhile.shift()?.();
    if (request.headers.get('if-match') !== `"${this.version}"`)
      return new Response('{"detail":"stale"}', { status: 412 });
    this.put(((await request.json()) as { lines: BasketLine[] }).lines);
    return this.respond();
  };

  put(lines: BasketLine[]): void {
    this.lines = lines;
    this.version += 1;
  }

  private respond(): Response {
    const lines = this.lines.map((each) => ({ ...each, problems: [] }));
    return new Response(JSON.stringify({ lines }), { headers: { etag: `"${this.version}"` } });
  }
}

function open(shop: Shop) {
  const runtime = { ...anonymous, baseUrl: 'http://shop.test/api', fetch: shop.fetch };
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: runtime } }).concat(api.middleware),
  });
}
const customer = (email = 'a@example.com') => signedIn({ email, name: 'A' });

let shop: Shop;
let store: ReturnType<typeof open>;
beforeEach(() => {
  shop = new Shop();
  store = open(shop);
  writeBrowserLines([]);
  notify.mockClear();
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
});

describe("a visitor's basket", () => {
  it('is changed in the browser alone', async () => {
    store.dispatch(signedOut());
    await store.dispatch(addToBasket([line(A, 5)]));
    await store.dispatch(addToBasket([line(A, 5), line(B, 1)]));
    expect(browserLines()).toEqual([line(A, 10), line(B, 1)]);
    expect(shop.reads).toBe(0);
  });
});

describe("a customer's basket", () => {
  beforeEach(() => {
    store.dispatch(customer());
  });

  it('is changed on the server, one change after the other', async () => {
    await Promise.all([store.dispatch(addToBasket([line(A, 5)])), store.dispatch(addToBasket([line(A, 5)]))]);
    expect([shop.lines, shop.reads]).toEqual([[line(A, 10)], 1]);
    expect(browserLines()).toEqual([]);
  });

  it('that was changed meanwhile is read again, and the change repeated', async () => {
    shop.put([line(A, 5)]);
    shop.meanwhile = [() => shop.put([line(A, 5), line(B, 1)])];
    await store.dispatch(addToBasket([line(A, 3)]));
    expect([shop.lines, shop.reads]).toEqual([[line(A, 8), line(B, 1)], 2]);
  });

  it('that never stops changing is given up, and the next change works', async () => {
    shop.meanwhile = Array.from({ length: 9 }, () => () => shop.put([line(B, 1)]));
    await expect(store.dispatch(addToBasket([line(A, 3)]))).rejects.toMatchObject({ status: 412 });
    shop.meanwhile = [];
    await store.dispatch(addToBasket([line(C, 1)]));
    expect(shop.lines).toEqual([line(B, 1), line(C, 1)]);
  });

  it('takes what was put in before signing in, with the larger quantity, and says so', async () => {
    shop.put([line(A, 5), line(B, 9)]);
    writeBrowserLines([line(A, 8), line(B, 1), line(C, 2)]);
    await store.dispatch(changeBasket((lines) => lines));
    expect(shop.lines).toEqual([line(A, 8), line(B, 9), line(C, 2)]);
    expect(browserLines()).toEqual([]);
    expect(notify).toHaveBeenCalledExactlyOnceWith('info', expect.stringContaining('1 part added'));
  });

  it('leaves the browser its lines when they could not be saved', async () => {
    writeBrowserLines([line(A, 8)]);
    shop.meanwhile = Array.from({ length: 9 }, () => () => shop.put([]));
    await expect(store.dispatch(changeBasket((lines) => lines))).rejects.toBeDefined();
    expect(browserLines()).toEqual([line(A, 8)]);
  });

  it("is not written into somebody else's", async () => {
    const saving = store.dispatch(addToBasket([line(A, 5)]));
    store.dispatch(customer('b@example.com'));
    await saving;
    expect(shop.lines).toEqual([]);
  });
});
