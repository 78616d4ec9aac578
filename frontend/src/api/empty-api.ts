import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { toApiError, type ApiError } from './problem';
import type { ApiRuntime } from './runtime';

const TIMEOUT_MS = 30_000;

const fetchWith = ({ token: tokenOf, fetch: fetchFn }: ApiRuntime) =>
  fetchBaseQuery({
    timeout: TIMEOUT_MS,
    fetchFn,
    // public reads let caches in between send a response that is a second old; who has changed something sees it at once
    cache: 'no-cache',
    prepareHeaders: (headers) => {
      const token = tokenOf();
      if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      return headers;
    },
  });

/** Puts the API's base before a path, once. */
export function atBase(args: string | FetchArgs, baseUrl: string): FetchArgs {
  const request = typeof args === 'string' ? { url: args } : args;
  return { ...request, url: `${baseUrl.replace(/\/$/, '')}/${request.url.replace(/^\//, '')}` };
}

/** The spec's base `/api`, our bearer token, one silent renewal on 401, and every failure as an `ApiError`. */
export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  ApiError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extra) => {
  const runtime = api.extra as ApiRuntime;
  const request = atBase(args, runtime.baseUrl);
  const fetchFromShop = fetchWith(runtime);
  const token = runtime.token();
  let result = await fetchFromShop(request, api, extra);
  if (result.error?.status === 401 && (await runtime.renew(token)))
    result = await fetchFromShop(request, api, extra);
  return result.error
    ? { error: toApiError(result.error), meta: result.meta }
    : { data: result.data, meta: result.meta };
};

/** What cached reads are labelled with; all of them. */
export const TAGS = [
  'Products',
  'Kinds',
  'Synonyms',
  'Orders',
  'Basket',
  'Reviews',
  'Users',
  'Admin',
  'Reconciliation',
  'PaymentLab',
  'SavedViews',
  'ApiKeys',
  'Webhooks',
  'Delivery',
  'Audit',
  'Addresses',
  'Mails',
  'StockAlerts',
] as const;

/** The generated client adds its endpoints to this one; `api.ts` gives them their tags. */
export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
