import type { IncomingMessage } from 'node:http';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { DomainError, InvalidInput } from '../common/errors.js';

/** What an upload has beside its picture, in bytes. */
export const FORM_LIMIT = 64 * 1024;

const FIELD = 'image';
const LIMITS = { files: 1, fields: 4, parts: 5, fieldSize: 1024, headerPairs: 20, headerSize: 4 * 1024 };

/** What every part but the first begins with. */
const BREAK = Buffer.from('\r\n--');

/** Where there are parts, so many bytes are parsed before it is looked whether the form is refused: it may have 20,000 in a megabyte. */
const SLICE = 2 * 1024;

/** What is found in a form while it is parsed. */
interface Form {
  /** Bytes of the picture. */
  length: number;
  refusal?: DomainError;
}

const invalid = (why: string): InvalidInput => new InvalidInput({ [FIELD]: why });

const tooLarge = (room: Buffer): DomainError =>
  new DomainError(
    413,
    'picture-too-large',
    'Too large',
    `At most ${Math.floor(room.length / 1024 / 1024)} MB.`,
  );

/** A parser that fills in `form` and `room`. @throws Error when the request names no boundary */
function parserFor({ headers }: IncomingMessage, room: Buffer, form: Form): BusboyInstance {
  const refuse = (refusal: DomainError): void => {
    form.refusal ??= refusal;
  };
  const parser = new Busboy({
    headers: { 'content-type': headers['content-type'] ?? '' },
    limits: { ...LIMITS, fileSize: room.length },
  });
  parser.on('file', (name, file) => {
    if (name !== FIELD) refuse(invalid('Photo is Required'));
    // also when it is refused: the parser waits until it is taken
    file.on('data', (piece: Buffer) => {
      // the room may be another form's by then
      if (!form.refusal) form.length += piece.copy(room, form.length);
    });
    file.on('limit', () => refuse(tooLarge(room)));
    // the parser's own error follows
    file.on('error', () => undefined);
  });
  parser.on('filesLimit', () => refuse(invalid('Send one picture at a time')));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => refuse(invalid('Send the picture alone, without other fields')));
  parser.on('error', () => refuse(invalid('The upload is incomplete')));
  return parser;
}

async function parse(request: IncomingMessage, room: Buffer, form: Form): Promise<void> {
  const parser = parserFor(request, room, form);
  let bytes = 0;
  // the connection is needed for the answer
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const read of body) {
    bytes += read.length;
    if (bytes > room.length + FORM_LIMIT) throw tooLarge(room);
    const step = read.includes(BREAK) ? SLICE : read.length;
    for (let at = 0; at < read.length; at += step) {
      await new Promise((parsed) => parser.write(read.subarray(at, at + step), parsed));
      if (form.refusal) throw form.refusal;
    }
    // a fast client's whole upload would be read in one go
    await othersTurn();
  }
  if (bytes > 0) await new Promise<void>((done) => parser.once('finish', done).once('error', done).end());
  if (form.refusal) throw form.refusal;
  if (form.length === 0) throw invalid('Photo is Required');
}

/**
 * Reads the picture of a multipart form. Of a form that is refused nothing more is parsed.
 *
 * @param room where the picture is put: as large as a picture may be
 * @throws DomainError 400 for a form that is broken off or is no form with one picture, 413 for a picture that is too large
 */
export async function readPicture(request: IncomingMessage, room: Buffer): Promise<Buffer> {
  const form: Form = { length: 0 };
  try {
    await parse(request, room, form);
    return room.subarray(0, form.length);
  } catch (error) {
    form.refusal ??= error instanceof DomainError ? error : invalid('The upload is incomplete');
    // the rest is passed over
    request.resume();
    throw form.refusal;
  }
}
