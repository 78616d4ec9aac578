export type { CallOptions, Data, ItemOf, ListOptions, PagedPath, PageOf, Result } from './calls.js';
export { type ApiKey, type ClientOptions, createClient, type ShopClient, type Tagged } from './client.js';
export {
  type EventHeaders,
  InvalidEvent,
  type ShopEvent,
  type ShopEventType,
  verifyEvent,
} from './events.js';
export type * from './generated.js';
export { ApiProblem } from './problem.js';
export type { Fetch, RetryOptions } from './retry.js';
