import { retryAfterMs } from './problem.js';

export interface RetryOptions {
  /** Attempts in all, the first one included. 5 if left out; 1 never repeats. */
  attempts?: number;
  /** Milliseconds for all attempts and the waits between them, up to the response's headers. 60,000 if left out. */
  totalMs?: number;
  /** The first wait where the server names none; doubled each time up to 10 s, and a random part of it is waited. 300 if left out. */
  firstWaitMs?: number;
}

export type Fetch = (request: Request) => Promise<Response>;

const LONGEST_WAIT_MS = 10_000;
/** Of a server or proxy that did not finish the request, though it may have begun. */
const UNFINISHED = new Set([502, 503, 504]);

/**
 * Sends a request until its response needs no other attempt, or attempts or time are used up: then the last response is returned,
 * or the last network error thrown.
 *
 * @param isRepeatable whether the request may have been handled before: otherwise only a 429 is repeated, which was refused
 *   before it was handled
 */
export async function fetchWithRetries(
  fetch: Fetch,
  request: Request,
  isRepeatable: boolean,
  { attempts = 5, totalMs = 60_000, firstWaitMs = 300 }: RetryOptions = {},
): Promise<Response> {
  const deadline = Date.now() + totalMs;
  const { signal } = request;
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    const backoff = Math.random() * Math.min(firstWaitMs * 2 ** (attempt - 1), LONGEST_WAIT_MS);
    let wait = backoff;
    try {
      // the body of a request can be sent once
      const response = await fetchUntil(fetch, isLast ? request : request.clone(), deadline);
      if (isLast || !asksForAnother(response, isRepeatable)) return response;
      wait = retryAfterMs(response) ?? backoff;
      if (Date.now() + wait >= deadline) return response;
      await response.body?.cancel();
    } catch (error) {
      signal.throwIfAborted();
      if (isLast || !isRepeatable || Date.now() + wait >= deadline) throw error;
    }
    await sleep(wait, signal);
  }
}

function asksForAnother({ status, headers }: Response, isRepeatable: boolean): boolean {
  if (status === 429) return true;
  if (!isRepeatable) return false;
  // the first request with this idempotency key is still being handled
  return UNFINISHED.has(status) || (status === 409 && headers.has('retry-after'));
}

/** @throws DOMException `TimeoutError` when there are no headers by the deadline */
async function fetchUntil(fetch: Fetch, request: Request, deadline: number): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException('The server did not respond in time.', 'TimeoutError')),
    deadline - Date.now(),
  );
  try {
    return await fetch(new Request(request, { signal: AbortSignal.any([request.signal, timeout.signal]) }));
  } finally {
    clearTimeout(timer);
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const abort = (): void => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      done();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
