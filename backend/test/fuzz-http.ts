import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface RawRequest {
  method: string;
  /** Path and query, percent-encoded; sent exactly as it is. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

const decoded = (body: Buffer, encoding = 'identity'): Buffer =>
  body.length > 0 ? (DECODERS[encoding]?.(body) ?? body) : body;

export const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request as it is: `fetch` would tidy paths and refuse headers that a hostile client sends. */
export const send = (
  origin: string,
  { method, path, headers, body }: RawRequest,
  retries = 1,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sending = request(
      {
        hostname,
        port,
        agent,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: decoded(Buffer.concat(chunks), response.headers['content-encoding']),
          }),
        );
      },
    );
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // a kept connection that the server closes at the very moment it is used again has sent nothing
      if (sending.reusedSocket && error.code === 'ECONNRESET' && retries > 0)
        resolve(send(origin, { method, path, headers, ...(body && { body }) }, retries - 1));
      else reject(error);
    });
    sending.end(body);
  });
