import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.js';

/**
 * Where a browser reaches this server, without a slash at the end: the origin and prefix that the shop's
 * proxy names in `X-Forwarded-*`, or this server's own address.
 */
export function baseOf(request: IncomingMessage): string {
  const proto = first(request, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  const host = first(request, 'x-forwarded-host') ?? request.headers.host ?? '';
  const prefix = first(request, 'x-forwarded-prefix') ?? '';
  const safeHost = /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:]+\](:\d+)?$/.test(host) ? host : '127.0.0.1';
  const safePrefix = /^(\/[\w.~-]+)+$/.test(prefix) ? prefix : '';
  return `${proto}://${safeHost}${safePrefix}`;
}

function first(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim() || undefined;
}

/** @throws ApiError 413 above `limit` bytes */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      throw new ApiError(413, { type: 'invalid_request_error', message: `The body is over ${limit} bytes.` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
