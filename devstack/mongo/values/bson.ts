import { calculateObjectSize, deserialize, serialize } from 'bson';
import { MongoError } from '../errors.js';

/**
 * A document in memory. Numbers stay wrapped (Int32, Double, Long, Decimal128), so that a value keeps its type
 * from the wire to the disk and back.
 */
export type Doc = Record<string, unknown>;

const STORED = {
  promoteValues: false,
  promoteBuffers: false,
  bsonRegExp: true,
  validation: { utf8: false as const },
};
const RECEIVED = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };

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

export const encode = (doc: Doc): Buffer => {
  const size = calculateObjectSize(doc, { ignoreUndefined: false });
  if (size > MAX_DOCUMENT + 16 * 1024) {
    throw new MongoError(
      10334,
      `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  }
  return Buffer.from(serialize(doc, { ignoreUndefined: false }));
};

/** A document to be stored: 16 MB at most. */
export const encodeStored = (doc: Doc): Buffer => {
  const raw = encode(doc);
  if (raw.length > MAX_DOCUMENT) {
    throw new MongoError(10334, `Resulting document after update is larger than ${MAX_DOCUMENT}`);
  }
  return raw;
};
