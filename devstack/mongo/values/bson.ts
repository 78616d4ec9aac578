import { calculateObjectSize, deserialize, serialize } from 'bson';
import { MongoError, ensure } from '../errors.js';
import { asDoc } from './types.js';

/**
 * A document in memory. Numbers stay wrapped (Int32, Double, Long, Decimal128), so that a value keeps its type
 * from the wire to the disk and back.
 */
export type Doc = Record<string, unknown>;

const RECEIVED = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
const STORED = { ...RECEIVED, validation: { utf8: false as const } };

export const MAX_DOCUMENT = 16 * 1024 * 1024;
/** Most levels of a stored document, which is the first of them. MongoDB's manual, "MongoDB Limits and Thresholds". */
export const MAX_DEPTH = 100;
/** A command wraps the documents and filters it carries. */
const MAX_COMMAND_DEPTH = 200;

/** Whether objects and arrays nest deeper than `levels`; goes no deeper than that itself. */
const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const parts = Array.isArray(value) ? value : Object.values(asDoc(value) ?? {});
  const nests = Array.isArray(value) || asDoc(value) !== undefined;
  return nests && (levels === 0 || parts.some((part) => isDeeper(part, levels - 1)));
};

/** Decodes what this store wrote itself. */
export const decode = (raw: Uint8Array): Doc => deserialize(raw, STORED);

/** Decodes what a client sent: malformed BSON is the client's error (22). */
export const decodeReceived = (raw: Uint8Array): Doc => {
  let doc: Doc;
  try {
    doc = deserialize(raw, RECEIVED);
  } catch (error) {
    throw new MongoError(22, `Invalid BSON: ${(error as Error).message}`);
  }
  const fits = !isDeeper(doc, MAX_COMMAND_DEPTH);
  ensure(fits, 15, `BSONObj exceeded maximum nested object depth: ${MAX_COMMAND_DEPTH}`);
  return doc;
};

const encoder =
  (limit: number) =>
  (doc: Doc): Buffer => {
    const size = calculateObjectSize(doc, { ignoreUndefined: false });
    if (size > limit) throw new MongoError(10334, `BSONObj size: ${size} is invalid: more than ${limit}`);
    return Buffer.from(serialize(doc, { ignoreUndefined: false }));
  };

export const encode = encoder(MAX_DOCUMENT + 16 * 1024);
const encodeLimited = encoder(MAX_DOCUMENT);

/** The bytes of a document that is to be stored: not too large (10334) and not too deep (15). */
export const encodeStored = (doc: Doc): Buffer => {
  ensure(!isDeeper(doc, MAX_DEPTH), 15, `The document exceeds ${MAX_DEPTH} levels of nesting`);
  return encodeLimited(doc);
};

/** Bytes of a value, by its type's code; types with others begin with their length, or have none. */
const SIZES: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 16: 4, 17: 8, 18: 8, 19: 16 };
/** What the length of a value leaves out. */
const UNCOUNTED: Record<number, number> = { 2: 4, 3: 0, 4: 0, 5: 5, 13: 4, 14: 4, 15: 0 };

/** Where the element that begins at a place of a stored document ends. */
export const elementEnd = (raw: Buffer, at: number): number => {
  const type = raw[at]!;
  const value = raw.indexOf(0, at + 1) + 1;
  if (type in UNCOUNTED) return value + raw.readInt32LE(value) + UNCOUNTED[type]!;
  // A regular expression is two texts.
  if (type === 11) return raw.indexOf(0, raw.indexOf(0, value) + 1) + 1;
  return value + (SIZES[type] ?? 0);
};
