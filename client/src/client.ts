import createFetchClient from 'openapi-fetch';
import type {
  Call,
  CallOptions,
  Data,
  ItemOf,
  ListOptions,
  Method,
  Options,
  PagedPath,
  PageOf,
  PathsWith,
  Result,
} from './calls.js';
import { IDEMPOTENT_POSTS, type paths } from './generated.js';
import { ApiProblem } from './problem.js';
import { type Fetch, fetchWithRetries, type RetryOptions } from './retry.js';

/** An API key or a user's token; a function is called before each request, for one that is renewed or kept elsewhere. */
export type ApiKey = string | (() => string | undefined | Promise<string | undefined>);

export interface ClientOptions {
  /** The shop's address, such as `https://shop.example`; `/api` is added. */
  baseUrl: string;
  /** Without it only public calls succeed. What a function throws, the call throws. */
  apiKey?: ApiKey | undefined;
  retry?: RetryOptions | undefined;
  /** Sends the requests; the global `fetch` if left out. */
  fetch?: Fetch;
}

/** What `getIfChanged` found. */
export interface Tagged<T> extends Result<T> {
  /** To be passed to the next `getIfChanged` of the same path and options. */
  etag: string | undefined;
}

export interface ShopClient {
  GET: Call<'get'>;
  /** Sends an `Idempotency-Key` where the shop takes one: its own, unless `params.header` has one. */
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** A GET that returns undefined while the response still has the entity tag `etag`. */
  getIfChanged<P extends PathsWith<'get'>>(
    path: P,
    etag: string | undefined,
    ...options: Options<CallOptions<P, 'get'>>
  ): Promise<Tagged<Data<P, 'get'>> | undefined>;
  /** A GET whose body is read by the caller, such as an export: an incomplete one fails while it is read. */
  stream<P extends PathsWith<'get'>>(
    path: P,
    ...options: Options<CallOptions<P, 'get'>>
  ): Promise<Result<ReadableStream<Uint8Array>>>;
  /** The pages of a list by cursor, 100 rows each unless `query.pageSize` is less. */
  pages<P extends PagedPath>(path: P, options?: ListOptions<P>): AsyncGenerator<PageOf<P>, void, undefined>;
  /** All rows of a list, read page by page as they are asked for. */
  all<P extends PagedPath>(path: P, options?: ListOptions<P>): AsyncGenerator<ItemOf<P>, void, undefined>;
}

/** The loose shape under the typed calls. */
type AnyOptions = { headers?: HeadersInit; body?: unknown; params?: { query?: object } };

export function createClient({
  baseUrl,
  apiKey,
  retry,
  fetch = globalThis.fetch,
}: ClientOptions): ShopClient {
  const inner = createFetchClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api`,
    bodySerializer: serialized,
  });
  const request = inner.request as (
    method: string,
    path: string,
    options: object,
  ) => Promise<{ error?: unknown; response: Response }>;

  async function send(method: Method, path: string, options: AnyOptions = {}): Promise<Response> {
    const takesKey = method === 'post' && IDEMPOTENT_POSTS.has(path);
    const headers = withContentType(options);
    const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
    if (key !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    const { error, response } = await request(method, path, {
      ...options,
      headers,
      parseAs: 'stream',
      fetch: (request: Request) => {
        if (takesKey && !request.headers.has('idempotency-key'))
          request.headers.set('idempotency-key', crypto.randomUUID());
        return fetchWithRetries(fetch, request, method === 'get' || takesKey, retry);
      },
    });
    if (!response.ok && response.status !== 304) throw new ApiProblem(response, error);
    return response;
  }

  const call =
    (method: Method) =>
    async (path: string, options?: AnyOptions): Promise<Result<unknown>> => {
      const response = await send(method, path, options);
      return { data: await dataOf(response), response };
    };
  const get = call('get');

  async function* pages(
    path: string,
    { query, signal }: { query?: { cursor?: string }; signal?: AbortSignal } = {},
  ) {
    let cursor = query?.cursor;
    do {
      const params = { query: { pageSize: 100, ...query, cursor } };
      const { data } = await get(path, { params, ...(signal && { signal }) });
      const page = data as { items: unknown[]; nextCursor?: string };
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  const client = {
    GET: get,
    POST: call('post'),
    PUT: call('put'),
    PATCH: call('patch'),
    DELETE: call('delete'),
    async getIfChanged(path: string, etag: string | undefined, options: AnyOptions = {}) {
      const headers = new Headers(options.headers);
      if (etag !== undefined) headers.set('if-none-match', etag);
      const response = await send('get', path, { ...options, headers });
      if (response.status === 304) return undefined;
      return { data: await dataOf(response), response, etag: response.headers.get('etag') ?? undefined };
    },
    async stream(path: string, options?: AnyOptions) {
      const response = await send('get', path, options);
      return { data: response.body, response };
    },
    pages,
    async *all(path: string, options?: object) {
      for await (const { items } of pages(path, options)) yield* items;
    },
  };
  return client as unknown as ShopClient;
}

/** A string is a CSV file, a field with a `Blob` makes a form, and everything else is JSON. */
function serialized(body: unknown): BodyInit {
  if (typeof body === 'string' || body instanceof FormData) return body;
  const fields = Object.entries(body as object);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as Blob);
  return form;
}

function withContentType({ headers, body }: AnyOptions): Headers {
  const all = new Headers(headers);
  if (typeof body === 'string' && !all.has('content-type')) all.set('content-type', 'text/csv');
  return all;
}

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/[/+]json\b/.test(type)) return response.json();
  return type.startsWith('text/') ? response.text() : response.blob();
}
