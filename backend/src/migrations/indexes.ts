import { isDeepStrictEqual } from 'node:util';
import { mongo } from 'mongoose';
import { optionsOf, type IndexOptions, EXPECTED_INDEXES, type ExpectedIndex } from './expected-indexes.js';

interface FoundIndex extends IndexOptions {
  name: string;
  key: Record<string, number>;
}

/** How the indexes of a database differ from those that this version expects; each as `collection: index`. */
export interface IndexDifferences {
  missing: string[];
  /** Existing under the same fields or name with another definition; only a migration step may replace it. */
  changed: string[];
  /** Not expected; they are left alone. */
  unknown: string[];
}

/** MongoDB's default name of an index. */
const nameOf = (key: Record<string, number>): string =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');

const describe = ({ key, options }: ExpectedIndex): string =>
  `${nameOf(key)} ${JSON.stringify(options)}`.replace(/ \{\}$/, '');

async function found(db: mongo.Db, collection: string): Promise<FoundIndex[]> {
  try {
    const indexes = (await db.collection(collection).listIndexes().toArray()) as unknown as FoundIndex[];
    return indexes.filter(({ name }) => name !== '_id_');
  } catch (error) {
    // 26: the collection does not exist yet
    if (error instanceof mongo.MongoServerError && error.code === 26) return [];
    throw error;
  }
}

const isSame = (is: FoundIndex, expected: ExpectedIndex): boolean =>
  nameOf(is.key) === nameOf(expected.key) && isDeepStrictEqual(optionsOf(is), expected.options);

/** Compares without writing. */
export async function compareIndexes(db: mongo.Db): Promise<IndexDifferences> {
  const differences: IndexDifferences = { missing: [], changed: [], unknown: [] };
  for (const [collection, expected] of EXPECTED_INDEXES) {
    const there = await found(db, collection);
    for (const index of expected) {
      if (there.some((one) => isSame(one, index))) continue;
      const name = nameOf(index.key);
      const other = there.find((one) => one.name === name || nameOf(one.key) === name);
      if (!other) differences.missing.push(`${collection}: ${describe(index)}`);
      else {
        const is = describe({ key: other.key as ExpectedIndex['key'], options: optionsOf(other) });
        differences.changed.push(`${collection}: ${other.name} is ${is}, expected ${describe(index)}`);
      }
    }
    for (const { name, key } of there) {
      if (!expected.some((index) => nameOf(index.key) === nameOf(key)))
        differences.unknown.push(`${collection}: ${name}`);
    }
  }
  return differences;
}

/** An index exists with another definition. */
export class IndexChanged extends Error {}

/**
 * Creates the collections and indexes that are missing; nothing is dropped.
 *
 * @throws IndexChanged naming every index whose definition is another; MongoDB would refuse it with 85 or 86
 */
export async function buildIndexes(db: mongo.Db): Promise<void> {
  const { changed } = await compareIndexes(db);
  if (changed.length > 0) {
    throw new IndexChanged(
      `These indexes have another definition; a migration step has to drop them first:\n  ${changed.join('\n  ')}`,
    );
  }
  const there = new Set(
    await db
      .listCollections({}, { nameOnly: true })
      .map(({ name }) => name)
      .toArray(),
  );
  for (const [collection, expected] of EXPECTED_INDEXES) {
    if (!there.has(collection)) await createCollection(db, collection);
    for (const { key, options } of expected) await db.collection(collection).createIndex(key, options);
  }
}

async function createCollection(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    // 48: another process has just created it
    if (!(error instanceof mongo.MongoServerError && error.code === 48)) throw error;
  }
}
