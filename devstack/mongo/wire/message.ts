import { Long } from 'bson';
import { MongoError } from '../errors.js';
import { type Doc, decodeReceived, encode } from '../values/bson.js';

/** Longest message accepted, as `hello` reports. */
export const MAX_MESSAGE = 48_000_000;
const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2004, 2013];
const [CHECKSUM, MORE_TO_COME] = [1, 2];
/** Flags that a receiver must support; of these the store supports the two above. */
const REQUIRED = 0xffff;

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

/** A message that cannot be understood: the connection ends. It has a code like Node's errors of reading too far. */
export class ProtocolError extends Error {
  readonly code = 'EPROTO';
}

/** Documents that lie one after the other; the decoder refuses a cut one. */
const documentsIn = (bytes: Buffer): Doc[] => {
  const docs: Doc[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
    docs.push(decodeReceived(bytes.subarray(at, at + bytes.readInt32LE(at))));
  return docs;
};

/** The command of one whole message, and whether the client expects no reply. */
export const readRequest = (message: Buffer): { body: Doc; silent: boolean } => {
  const op = message.readInt32LE(12);
  if (op === OP_QUERY) {
    const nameEnd = message.indexOf(0, 20);
    const ns = message.toString('utf8', 20, nameEnd);
    if (!ns.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is for commands only');
    const [body] = documentsIn(message.subarray(nameEnd + 9));
    return { body: { ...body, $db: ns.slice(0, -5) }, silent: false };
  }
  if (op !== OP_MSG) throw new ProtocolError(`unsupported operation ${op}`);
  const flags = message.readUInt32LE(16);
  if (flags & REQUIRED & ~(CHECKSUM | MORE_TO_COME)) throw new ProtocolError('unknown required flag');
  const end = flags & CHECKSUM ? message.length - 4 : message.length;
  const bodies: Doc[] = [];
  const sequences: [string, Doc[]][] = [];
  for (let at = 20, size = 0; at < end; at += size) {
    const kind = message[at++]!;
    size = message.readInt32LE(at);
    if (kind > 1 || size < 5 || at + size > end) throw new ProtocolError('section of unknown kind or size');
    const section = message.subarray(at, at + size);
    const nameEnd = section.indexOf(0, 4);
    if (kind === 0) bodies.push(decodeReceived(section));
    else sequences.push([section.toString('utf8', 4, nameEnd), documentsIn(section.subarray(nameEnd + 1))]);
  }
  const [body] = bodies;
  if (!body || bodies.length > 1) throw new ProtocolError('a message has exactly one body section');
  for (const [name, docs] of sequences) {
    if (name in body) throw new MongoError(40415, `Duplicate field ${name} in a document sequence`);
    body[name] = docs;
  }
  return { body, silent: (flags & MORE_TO_COME) !== 0 };
};

/** A cursor's batch: the frame is encoded empty, then the stored bytes are put in, which need no decoding. */
const encodeRaw = ({ field, batch, cursorId, ns }: RawReply, meta: Doc): Buffer => {
  const frame = encode({ cursor: { [field]: [], id: Long.fromBigInt(cursorId), ns }, ok: 1, ...meta });
  const items = batch.flatMap((raw, i) => [Buffer.from(`\x03${i}\0`), raw]);
  const added = items.reduce((sum, { length }) => sum + length, 0);
  // Where the lengths of the reply, of the cursor and of the list stand, before their fields.
  const list = 18 + field.length;
  for (const at of [0, 12, list]) frame.writeInt32LE(frame.readInt32LE(at) + added, at);
  return Buffer.concat([frame.subarray(0, list + 4), ...items, frame.subarray(list + 4)]);
};

let sent = 0;

/** The bytes of the reply to a message; `meta` (such as `$clusterTime`) is added at its end. */
export const writeReply = (message: Buffer, reply: Reply, meta: Doc): Buffer => {
  const body = reply instanceof RawReply ? encodeRaw(reply, meta) : encode({ ...reply, ...meta });
  const legacy = message.readInt32LE(12) === OP_QUERY;
  const head = Buffer.alloc(legacy ? 36 : 21);
  // OP_REPLY: flags, a cursor's id in two parts, the first document's place, the number of documents.
  const fields = legacy ? [OP_REPLY, 8, 0, 0, 0, 1] : [OP_MSG, 0];
  const numbers = [head.length + body.length, ++sent | 0, message.readInt32LE(4), ...fields];
  numbers.forEach((number, i) => head.writeInt32LE(number, i * 4));
  return Buffer.concat([head, body]);
};
