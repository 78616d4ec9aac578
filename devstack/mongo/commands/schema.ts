import { MongoError, notImplemented } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber, truthy, typeOf } from '../values/types.js';

interface Field {
  type?: string | undefined;
  required: boolean;
  /** MongoDB has it and this store does not: refused when it asks for something. */
  absent: boolean;
}
export type Schema = Map<string, Field>;

/** The fields that a document of a command may have, as words: `name`, `name:type`, `name!` (required), `-name` (absent). */
export const schema = (text: string): Schema =>
  new Map(
    text.split(' ').map((word) => {
      const [, absent, name, type, required] = /^(-?)([$\w]+)(?::(\w+))?(!?)$/.exec(word)!;
      return [name!, { type, required: required === '!', absent: absent === '-' }];
    }),
  );

const FITS: Record<string, (value: unknown) => boolean> = {
  object: (value) => asDoc(value) !== undefined,
  array: (value) => Array.isArray(value),
  number: isNumber,
  string: (value) => typeof value === 'string',
};

export const wrongType = (field: string, value: unknown, expected: string): MongoError =>
  new MongoError(
    14,
    `BSON field '${field}' is the wrong type '${typeOf(value)}', expected type '${expected}'`,
  );

const wholeNumber = (value: unknown, field: string): number => {
  const number = Math.trunc(toNumber(value));
  if (number >= 0) return number;
  throw new MongoError(51024, `BSON field '${field}' value must be >= 0, actual value '${number}'`);
};

const asksForNothing = (value: unknown): boolean => {
  const doc = asDoc(value);
  return doc ? Object.keys(doc).length === 0 : !truthy(value);
};

/** Checks a document of a client. Of typed fields null counts as absent, and numbers become whole plain ones. */
export const validate = (
  doc: Doc,
  path: string,
  fields: Schema,
  closed = true,
  codes = [40415, 40414],
): void => {
  const unknown = closed && Object.keys(doc).find((key) => !fields.has(key) && key !== path);
  if (unknown) throw new MongoError(codes[0]!, `BSON field '${path}.${unknown}' is an unknown field.`);
  for (const [name, { type, required, absent }] of fields) {
    const value = doc[name] ?? undefined;
    if (value === undefined && required)
      throw new MongoError(codes[1]!, `BSON field '${path}.${name}' is missing but a required field`);
    if (absent && !asksForNothing(value)) throw notImplemented(`The option '${name}' of ${path}`);
    if (!type) continue;
    if (value === undefined) delete doc[name];
    else if (!FITS[type]!(value)) throw wrongType(`${path}.${name}`, value, type);
    else if (type === 'number') doc[name] = wholeNumber(value, name);
  }
};
