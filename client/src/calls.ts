import type { FetchOptions, FetchResponse } from 'openapi-fetch';
import type { paths } from './generated.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
type MediaType = `${string}/${string}`;
type Json<O> =
  O extends Record<string, unknown> ? NonNullable<FetchResponse<O, object, MediaType>['data']> : never;

/** What a call takes: `params` (`path`, `query`, `header`), `body`, `headers`, `signal` and other options of `fetch`. */
export type CallOptions<P extends keyof paths, M extends Method> = Omit<
  FetchOptions<Operation<P, M>>,
  'baseUrl' | 'fetch' | 'parseAs' | 'middleware' | 'querySerializer' | 'bodySerializer' | 'pathSerializer'
>;
/** Options may be left out where none is needed. */
export type Options<T> = object extends T ? [options?: T] : [options: T];

/** The body of a path's successful response: JSON parsed, text as a string, anything else as a `Blob`. */
export type Data<P extends keyof paths, M extends Method> = Json<Operation<P, M>>;
export interface Result<T> {
  data: T;
  /** Its headers and status; the body has been read. */
  response: Response;
}

/** @throws ApiProblem for an error response; what `fetch` throws when there is no response */
export type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Options<CallOptions<P, M>>
) => Promise<Result<Data<P, M>>>;

type Query<P extends PathsWith<'get'>> =
  Operation<P, 'get'> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The lists that are paged by cursor. */
export type PagedPath = {
  // a call without parameters has none of this name either
  [P in PathsWith<'get'>]: [Query<P>] extends [never]
    ? never
    : 'cursor' extends keyof Query<P>
      ? Data<P, 'get'> extends { items: unknown[] }
        ? P
        : never
      : never;
}[PathsWith<'get'>];
export type PageOf<P extends PagedPath> = Data<P, 'get'>;
export type ItemOf<P extends PagedPath> = PageOf<P> extends { items: (infer I)[] } ? I : never;
/** The filters and the order of a list. */
export interface ListOptions<P extends PagedPath> {
  query?: Omit<Query<P>, 'page'>;
  signal?: AbortSignal;
}
