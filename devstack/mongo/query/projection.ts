import { ensure, notImplemented } from '../errors.js';
import { type Doc, decode, elementEnd, encode } from '../values/bson.js';
import { asDoc, field, has, isNumber, put, truthy } from '../values/types.js';
import { pathParts } from './paths.js';

export interface Projection {
  ofDoc: (doc: Doc) => Doc;
  /** Of a stored document's bytes. */
  ofBytes: (raw: Buffer) => Buffer;
}

/** The fields named by a projection: a whole field, or fields of its documents. */
type Fields = Map<string, Fields | 'whole'>;

const addPath = (fields: Fields, [head = '', ...rest]: string[], path: string): void => {
  const known = fields.get(head);
  ensure(
    rest.length > 0 ? known !== 'whole' : !known,
    rest.length > 0 ? 31249 : 31250,
    `Path collision at ${path}`,
  );
  if (rest.length === 0) fields.set(head, 'whole');
  else {
    const inner: Fields = known instanceof Map ? known : new Map();
    fields.set(head, inner);
    addPath(inner, rest, path);
  }
};

/** What stays of a value: the named fields, or all others. */
const pick = (value: unknown, fields: Fields, including: boolean): unknown => {
  if (Array.isArray(value))
    return value.map((item) => pick(item, fields, including)).filter((item) => item !== undefined);
  const doc = asDoc(value);
  if (!doc) return including ? undefined : value;
  const result: Doc = {};
  for (const key of Object.keys(doc)) {
    const named = fields.get(key);
    const isKept = named === undefined ? !including : named !== 'whole' || including;
    const kept = named instanceof Map ? pick(field(doc, key), named, including) : field(doc, key);
    if (isKept && kept !== undefined) put(result, key, kept);
  }
  return result;
};

/** Whole fields, cut out of a document's bytes: decoding costs more than reading it did. */
const pickBytes = (raw: Buffer, fields: Fields, including: boolean): Buffer => {
  const parts: Buffer[] = [Buffer.alloc(4)];
  for (let at = 4; at < raw.length - 1;) {
    const end = elementEnd(raw, at);
    const isNamed = fields.has(raw.toString('utf8', at + 1, raw.indexOf(0, at + 1)));
    if (isNamed === including) parts.push(raw.subarray(at, end));
    at = end;
  }
  const result = Buffer.concat([...parts, Buffer.alloc(1)]);
  result.writeInt32LE(result.length);
  return result;
};

/** Compiles a projection of whole fields, by paths, to include or to exclude. Undefined when it is empty. */
export const compileProjection = (value: unknown): Projection | undefined => {
  const spec = asDoc(value ?? {});
  ensure(spec, 14, 'projection must be an object');
  if (Object.keys(spec).length === 0) return undefined;
  const fields: Fields = new Map();
  let including: boolean | undefined;
  let includesId: boolean | undefined;
  const addField = (path: string, operand: unknown): void => {
    const inner = asDoc(operand);
    const [first] = Object.keys(inner ?? {});
    ensure(!inner || first, 51270, `An empty sub-projection is not a valid value. Found at ${path}`);
    if (inner && !first!.startsWith('$')) {
      for (const key of Object.keys(inner)) addField(`${path}.${key}`, inner[key]);
      return;
    }
    const isFlag = typeof operand === 'boolean' || isNumber(operand);
    if (!isFlag || path.endsWith('.$')) throw notImplemented(`The projection ${first ?? path}`);
    const flag = truthy(operand);
    if (path === '_id') {
      includesId = flag;
      return;
    }
    including ??= flag;
    const [does, kind] = flag ? ['inclusion', 'exclusion'] : ['exclusion', 'inclusion'];
    ensure(
      including === flag,
      flag ? 31253 : 31254,
      `Cannot do ${does} on field ${path} in ${kind} projection`,
    );
    addPath(fields, pathParts(path), path);
  };
  for (const path of Object.keys(spec)) addField(path, spec[path]);
  // The `_id` is included unless it is excluded; alone it decides the kind of projection.
  const includes = including ?? (has(spec, '_id') && includesId === true);
  if ((includesId ?? true) === includes && !fields.has('_id')) fields.set('_id', 'whole');
  const ofDoc = (doc: Doc) => pick(doc, fields, includes) as Doc;
  const isFlat = [...fields.values()].every((each) => each === 'whole');
  return {
    ofDoc,
    ofBytes: (raw) => (isFlat ? pickBytes(raw, fields, includes) : encode(ofDoc(decode(raw)))),
  };
};
