import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordTelemetry } from '../common/telemetry.js';
import { isInternal } from '../common/internal-requests.js';
import { namesTag } from '../common/versions.js';
import { cacheControlOf } from './cache-control.js';
import { EncodedBody, type Encoding, tagOf } from './encodings.js';
import type { Shown } from './catalogue-revision.js';

/** Smaller bodies are sent as they are. */
const MIN_COMPRESSED = 1_024;
export type Headers = Record<string, string>;

/** One encoding of a response: its headers are names and values in turn, as `writeHead` takes them. */
export interface Variant {
  etag: string;
  body: Buffer;
  headers: string[];
  notModifiedHeaders: string[];
}

/** A response in the encodings that were requested so far, and the revision that it was made under. */
export class CachedResponse {
  readonly variants: Partial<Record<Encoding, Variant>> = {};
  private readonly pending: Partial<Record<Encoding, Promise<Variant>>> = {};
  private readonly tag: string;
  private readonly encoded: EncodedBody;

  constructor(
    readonly body: Buffer,
    private readonly headers: Headers,
    readonly made: Made,
  ) {
    // of a resource with a version the tag begins with it, so that `If-Match` can name it
    const version = /^"(\d+)"$/.exec(headers['etag'] ?? '')?.[1];
    const hash = tagOf(body);
    this.encoded = new EncodedBody(body);
    this.tag = version === undefined ? hash : `${version}-${hash}`;
  }

  /** The response as a client accepts it; compressed once for each encoding. */
  in(encoding: Encoding): Promise<Variant> {
    const coding = this.body.length < MIN_COMPRESSED ? 'identity' : encoding;
    return (this.pending[encoding] ??= this.encode(coding).then(
      (variant) => (this.variants[encoding] = variant),
    ));
  }

  private async encode(encoding: Encoding): Promise<Variant> {
    const isPlain = encoding === 'identity';
    const body = await this.encoded.in(encoding);
    const etag = isPlain ? `"${this.tag}"` : `"${this.tag}-${encoding}"`;
    // whether others may keep it depends on who asks
    const { 'content-type': type = '', 'cache-control': _, ...others } = this.headers;
    const vary = [others['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
    const notModifiedHeaders = Object.entries({ ...others, vary, etag }).flat();
    const headers = [...notModifiedHeaders, 'content-type', type, 'content-length', String(body.length)];
    if (!isPlain) headers.push('content-encoding', encoding);
    return { etag, body, headers, notModifiedHeaders };
  }
}

/** When and under which revision a response was made. */
export interface Made {
  at: number;
  shows: readonly Shown[];
  /** Of all that it shows but the stock. */
  content: number;
  stock: number;
  /** Until then it is used although the stock has changed. */
  usableUntil: number;
}

/** Sends a response from the cache, or that it is unchanged. `more` are headers of the moment, names and values in turn. */
export function sendHit(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  variant: Variant,
  more: string[] = [],
): void {
  const known = request.headers['if-none-match'];
  const isKnown = known !== undefined && namesTag(known, variant.etag);
  const headers = (isKnown ? variant.notModifiedHeaders : variant.headers).slice();
  headers.push('x-request-id', requestId, 'cache-control', cacheControlOf(request), ...more);
  response.writeHead(isKnown ? 304 : 200, headers);
  response.end(isKnown ? undefined : variant.body);
  if (!isInternal({ raw: request })) recordTelemetry('cached-read', { outcome: 'hit' });
}
