import { Long } from 'bson';
import { MongoError } from '../errors.js';
import { type Doc, decodeReceived, encode } from '../values/bson.js';

/** Longest message taken, as `hello` says. */
export const MAX_MESSAGE = 48_000_000;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM = 1;
const MORE_TO_COME = 2;

export interface Request {
  id: number;
  body: Doc;
  /** Sent as OP_QUERY: the first handshake. */
  legacy: boolean;
  /** The client wants no reply. */
  silent: boolean;
}

/** A reply: a document, or a cursor's batch of stored documents that are sent as they are. */
export type Reply = Doc | RawReply;

export class RawReply {
  constructor(
    readonly field: 'firstBatch' | 'nextBatch',
    readonly batch: Buffer[],
    readonly cursorId: bigint,
    readonly ns: string,
  ) {}
}

/** A message that cannot be understood: the connection ends. */
export class ProtocolError extends Error {}

const documentAt = (buffer: Buffer, at: number, end: number): { doc: Doc; next: number } => {
  if (at + 5 > end) throw new ProtocolError('truncated document');
  const size = buffer.readInt32LE(at);
  if (size < 5 || at + size > end) throw new ProtocolError('document size out of bounds');
  return { doc: decodeReceived(buffer.subarray(at, at + size)), next: at + size };
};

const cstringEnd = (buffer: Buffer, at: number, end: number): number => {
  const stop = buffer.indexOf(0, at);
  if (stop < 0 || stop >= end) throw new ProtocolError('unterminated string');
  return stop;
};

const readMessage = (buffer: Buffer, id: number): Request => {
  if (buffer.length < 21) throw new ProtocolError('truncated OP_MSG');
  const flags = buffer.readUInt32LE(16);
  if (flags & 0xfffc & ~(1 << 16)) throw new ProtocolError('unknown required flag');
  const end = flags & CHECKSUM ? buffer.length - 4 : buffer.length;
  let body: Doc | undefined;
  const sequences: [string, Doc[]][] = [];
  let at = 20;
  while (at < end) {
    const kind = buffer[at++];
    if (kind === 0) {
      if (body) throw new ProtocolError('two bodies');
      const { doc, next } = documentAt(buffer, at, end);
      body = doc;
      at = next;
    } else if (kind === 1) {
      if (at + 5 > end) throw new ProtocolError('truncated sequence');
      const stop = at + buffer.readInt32LE(at);
      if (stop > end || stop < at + 5) throw new ProtocolError('sequence size out of bounds');
      const nameEnd = cstringEnd(buffer, at + 4, stop);
      const name = buffer.toString('utf8', at + 4, nameEnd);
      const docs: Doc[] = [];
      let next = nameEnd + 1;
      while (next < stop) {
        const read = documentAt(buffer, next, stop);
        docs.push(read.doc);
        next = read.next;
      }
      sequences.push([name, docs]);
      at = stop;
    } else throw new ProtocolError(`unknown section kind ${kind}`);
  }
  if (!body) throw new ProtocolError('no body');
  for (const [name, docs] of sequences) {
    if (name in body) throw new MongoError(40415, `Duplicate field ${name} in a document sequence`);
    body[name] = docs;
  }
  return { id, body, legacy: false, silent: (flags & MORE_TO_COME) !== 0 };
};

const readQuery = (buffer: Buffer, id: number): Request => {
  if (buffer.length < 33) throw new ProtocolError('truncated OP_QUERY');
  const nameEnd = cstringEnd(buffer, 20, buffer.length);
  const ns = buffer.toString('utf8', 20, nameEnd);
  if (!ns.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is for commands only');
  const { doc } = documentAt(buffer, nameEnd + 9, buffer.length);
  return { id, body: { ...doc, $db: ns.slice(0, -5) }, legacy: true, silent: false };
};

/** One whole message, header and all. */
export const readRequest = (buffer: Buffer): Request => {
  const id = buffer.readInt32LE(4);
  const op = buffer.readInt32LE(12);
  if (op === OP_MSG) return readMessage(buffer, id);
  if (op === OP_QUERY) return readQuery(buffer, id);
  throw new ProtocolError(`unsupported operation ${op}`);
};

/** The bytes of a BSON document (or, with indices for names, array) from those of its fields. */
const wrap = (fields: [type: number, name: string, value: Buffer][]): Buffer => {
  const parts = fields.flatMap(([type, name, value]) => [
    Buffer.from(`${String.fromCharCode(type)}${name}\0`),
    value,
  ]);
  const length = parts.reduce((sum, part) => sum + part.length, 5);
  const size = Buffer.alloc(4);
  size.writeInt32LE(length);
  return Buffer.concat([size, ...parts, Buffer.alloc(1)], length);
};

/** A cursor's batch around the stored bytes, which need no decoding. */
const encodeRaw = ({ field, batch, cursorId, ns }: RawReply, meta: Doc): Buffer => {
  // The fields of a document without its size and end are what follows the batch.
  const rest = encode({ id: Long.fromBigInt(cursorId), ns });
  const cursor = wrap([[4, field, wrap(batch.map((raw, i) => [3, String(i), raw]))]]);
  const whole = Buffer.concat([cursor.subarray(0, -1), rest.subarray(4)]);
  whole.writeInt32LE(whole.length);
  const reply = Buffer.concat([
    wrap([[3, 'cursor', whole]]).subarray(0, -1),
    encode({ ok: 1, ...meta }).subarray(4),
  ]);
  reply.writeInt32LE(reply.length);
  return reply;
};

let counter = 0;

/** The bytes of a reply; `meta` (such as `$clusterTime`) is added at its end. */
export const writeReply = (request: Pick<Request, 'id' | 'legacy'>, reply: Reply, meta: Doc): Buffer => {
  const body = reply instanceof RawReply ? encodeRaw(reply, meta) : encode({ ...reply, ...meta });
  const head = Buffer.alloc(request.legacy ? 36 : 21);
  head.writeInt32LE(head.length + body.length);
  head.writeInt32LE((counter = (counter + 1) & 0x7fffffff), 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return Buffer.concat([head, body]);
};
