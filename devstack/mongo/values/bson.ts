import { calculateObjectSize, deserialize, serialize } from 'bson';
import { MongoError } from '../errors.js';

/**
 * A document in memory. Numbers stay wrapped (Int32, Double, Long, Decimal128), so that a value keeps its type
 * from the wire to the disk and back.
 */
export type Doc = Record<string, unknown>;

const RECEIVED = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
const STORED = { ...RECEIVED, validation: { utf8: false as const } };

export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** Decodes what this store wrote itself. */
export const decode = (raw: Uint8Array): Doc => deserialize(raw, STORED);

/** Decodes what a client sent: malformed BSON is the client's error (22). */
export const decodeReceived = (raw: Uint8Array): Doc => {
  try {
    return deserialize(raw, RECEIVED);
  } catch (error) {
    throw new MongoError(22, `Invalid BSON: ${(error as Error).message}`);
  }
};

const encoder =
  (limit: number) =>
  (doc: Doc): Buffer => {
    const size = calculateObjectSize(doc, { ignoreUndefined: false });
    if (size > limit) throw new MongoError(10334, `BSONObj size: ${size} is invalid: more than ${limit}`);
    return Buffer.from(serialize(doc, { ignoreUndefined: false }));
  };

export const encode = encoder(MAX_DOCUMENT + 16 * 1024);
export const encodeStored = encoder(MAX_DOCUMENT);
