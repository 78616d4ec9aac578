import { setTimeout as sleep } from 'node:timers/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, InvalidInput } from '../common/errors.js';

const FIELD = 'image';
const LIMITS = { files: 1, fields: 4, parts: 5, fieldSize: 1024, headerPairs: 20 };
/** What a form has besides its image, in bytes. */
const OVERHEAD = 64 * 1024;
/** The time for a form. The parser never ends one with a part that has no header, and the server's own timeout does not see it. */
const TIMEOUT_MS = 25_000;

export interface ImageForm {
  content: Buffer;
  /** The names and values of other fields, which have no meaning but are part of the request. */
  fields: [name: string, value: unknown][];
}

const invalid = (why: string): InvalidInput => new InvalidInput({ [FIELD]: why });

const tooLarge = (maxBytes: number): DomainError =>
  new DomainError(
    413,
    'image-too-large',
    'Too large',
    `An image has at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
  );

function problemOf(error: unknown, maxBytes: number): DomainError {
  if (error instanceof DomainError) return error;
  switch ((error as { code?: string }).code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(maxBytes);
    case 'FST_FILES_LIMIT':
      return invalid('Send one image at a time');
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_PROTO_VIOLATION':
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return invalid('Send the image alone, without other fields');
    default:
      return invalid('The upload is incomplete');
  }
}

/** The bytes of a file; `take` is given each chunk before it is kept. */
async function contentOf({ file }: MultipartFile, take: (chunk: Buffer) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // one that is left early would be destroyed, and its connection with it
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    take(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readParts(
  request: FastifyRequest,
  maxBytes: number,
  take: (chunk: Buffer) => void,
): Promise<ImageForm> {
  let content: Buffer | undefined;
  const fields: ImageForm['fields'] = [];
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalid('Send the image alone, without other fields');
      fields.push([part.fieldname, part.value]);
    } else if (part.fieldname === FIELD) content = await contentOf(part, take);
    else part.file.resume();
  }
  if (!content?.length) throw invalid('Photo is Required');
  return { content, fields };
}

async function expire(signal: AbortSignal): Promise<never> {
  await sleep(TIMEOUT_MS, undefined, { signal });
  throw invalid('The upload is incomplete');
}

/**
 * Reads a multipart form with one file, `image`.
 *
 * @param take is given each chunk of the image before it is kept, and throws when it may not be
 * @throws DomainError 415 for another kind of body, 400 for a form that is incomplete or has no such file, 413 for one
 *   that is too large
 */
export async function readImageForm(
  request: FastifyRequest,
  maxBytes: number,
  take: (chunk: Buffer) => void,
): Promise<ImageForm> {
  if (!request.isMultipart())
    throw new DomainError(415, 'not-multipart', 'Unsupported media type', 'Send multipart/form-data.');
  const late = new AbortController();
  try {
    // of a client that is gone already the plugin would wait for the end
    if (request.raw.destroyed) throw invalid('The upload is incomplete');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD) throw tooLarge(maxBytes);
    return await Promise.race([readParts(request, maxBytes, take), expire(late.signal)]);
  } catch (error) {
    // the rest of a rejected form is discarded, so that the connection can be used again
    request.raw.unpipe().resume();
    throw problemOf(error, maxBytes);
  } finally {
    late.abort();
  }
}
