import type { Client, errors as Errors } from '@opensearch-project/opensearch';
import { SearchUnavailable } from '../search-engine.js';

/** The server takes no more for now. */
export class ServerBusy extends SearchUnavailable {}

/** The server has no such index: its data is gone, or another process has just replaced the index. */
export class IndexGone extends SearchUnavailable {}

export interface Deadline {
  timeoutMs: number;
  /** Ends the request earlier. */
  signal: AbortSignal;
}

type Pending<T> = Promise<{ body: T }> & { abort(): void };

/** Refused by what is between, or by what the server can do now; the request itself may be right. */
const TEMPORARY = new Set([401, 403, 408]);

/** What a failed request means: that the server cannot be asked now, or, as it is, that the request is wrong. */
function meaningOf(errors: typeof Errors, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const options = { cause: error };
  if (!(error instanceof errors.ResponseError))
    return error instanceof errors.OpenSearchClientError
      ? new SearchUnavailable(error.message, options)
      : error;
  const { statusCode, message } = error;
  if (statusCode === 429) return new ServerBusy(message, options);
  if (statusCode === 404) return new IndexGone(message, options);
  return statusCode >= 500 || TEMPORARY.has(statusCode) ? new SearchUnavailable(message, options) : error;
}

/** Loaded by those who use it: it takes 20 MB. */
async function load(node: string) {
  const { Client: ClientOf, errors } = await import('@opensearch-project/opensearch');
  return { client: new ClientOf({ node, maxRetries: 0, resurrectStrategy: 'none' }), errors };
}

/** An OpenSearch server, asked once: nothing is repeated behind the caller's back. */
export class SearchServer {
  private loaded: ReturnType<typeof load> | undefined;

  constructor(private readonly url: string) {}

  /** @throws SearchUnavailable when it is not reached, takes too long or fails; errors of the request as they are */
  async ask<T>(
    { timeoutMs, signal }: Deadline,
    request: (client: Client, options: { requestTimeout: number }) => Pending<T>,
  ): Promise<T> {
    const { client, errors } = await (this.loaded ??= load(this.url));
    if (signal.aborted) throw new SearchUnavailable('not asked any more');
    const pending = request(client, { requestTimeout: timeoutMs });
    const abort = (): void => {
      // it returns the request, whose failure an event target would throw for a second time
      pending.abort();
    };
    const timer = setTimeout(abort, timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return (await pending).body;
    } catch (error) {
      throw meaningOf(errors, error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    await (await this.loaded)?.client.close();
  }
}
