import { problemToError, type ApiError } from '../api/problem';
import type { ApiRuntime, ApiThunk } from '../api/runtime';
import type { DownloadedFile } from '../lib/save-file';

/** What an export has received so far. */
export interface ExportProgress {
  rows: number;
  /** As far as the server counted them. */
  total?: number;
}

/** Chunks are put together from so many bytes on; the browser may keep a `Blob` on disk. */
const FLUSH_BYTES = 8_000_000;
const LINE_FEED = 10;

const linesIn = (chunk: Uint8Array): number => {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
  return lines;
};

const nameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'export.csv';

const failed = (detail: string): ApiError => ({ status: 0, title: 'Export failed', detail, errors: {} });

async function request(runtime: ApiRuntime, path: string, signal: AbortSignal): Promise<Response> {
  const send = (token: string | undefined) =>
    fetch(runtime.baseUrl + path, {
      signal,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
  const token = runtime.token();
  const response = await send(token);
  return response.status === 401 && (await runtime.renew(token)) ? send(runtime.token()) : response;
}

/**
 * Downloads an export as a stream, since a link cannot carry the bearer token. Half a file is never returned.
 *
 * @param path such as `/purchases/export?status=unpaid`
 * @throws ApiError, or an `AbortError` once it was cancelled
 */
export const downloadExport =
  (
    path: string,
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ): ApiThunk<Promise<DownloadedFile>> =>
  async (_dispatch, _getState, runtime) => {
    const offline = 'The shop could not be reached, or the connection was lost. Nothing was saved.';
    const response = await request(runtime, path, signal).catch((error: unknown) => {
      throw signal.aborted ? error : failed(offline);
    });
    if (!response.ok || !response.body)
      throw problemToError(response.status, await response.json().catch(() => undefined));

    const counted = Number(response.headers.get('x-total-count') ?? undefined);
    const isExact = response.headers.get('x-total-is-exact') !== 'false';
    const total = isExact && Number.isInteger(counted) ? counted : undefined;
    const parts: Blob[] = [];
    let pending: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    let lines = 0;
    const reader = response.body.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        pending.push(part.value);
        bytes += part.value.length;
        lines += linesIn(part.value);
        // Of the lines, one is the header; a cell may hold some too, so it is an estimate.
        onProgress({ rows: Math.min(Math.max(lines - 1, 0), total ?? Infinity), total });
        if (bytes < FLUSH_BYTES) continue;
        parts.push(new Blob(pending));
        pending = [];
        bytes = 0;
      }
    } catch (error) {
      throw signal.aborted ? error : failed(offline);
    }
    const type = 'text/csv;charset=utf-8';
    return {
      name: nameIn(response.headers.get('content-disposition')),
      content: new Blob([...parts, ...pending], { type }),
    };
  };
