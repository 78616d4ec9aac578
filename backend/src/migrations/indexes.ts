import { isDeepStrictEqual } from 'node:util';
import { mongo } from 'mongoose';
import { optionsOf, type IndexOptions, WANTED, type WantedIndex } from './wanted-indexes.js';

interface FoundIndex extends IndexOptions {
  name: string;
  key: Record<string, number>;
}

/** How the indexes of a database differ from those that this version wants; each a line `collection: index`. */
export interface IndexDifferences {
  missing: string[];
  /** There under the same fields or name with another definition; only a migration step may replace it. */
  changed: string[];
  /** Nobody asked for them; they are left alone. */
  unknown: string[];
}

/** MongoDB's name of an index that was given none. */
const nameOf = (key: Record<string, number>): string =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');

const inWords = ({ key, options }: WantedIndex): string =>
  `${nameOf(key)} ${JSON.stringify(options)}`.replace(/ \{\}$/, '');

async function found(db: mongo.Db, collection: string): Promise<FoundIndex[]> {
  try {
    const indexes = (await db.collection(collection).listIndexes().toArray()) as unknown as FoundIndex[];
    return indexes.filter(({ name }) => name !== '_id_');
  } catch (error) {
    // 26: there is no such collection yet
    if (error instanceof mongo.MongoServerError && error.code === 26) return [];
    throw error;
  }
}

const isSame = (is: FoundIndex, wanted: WantedIndex): boolean =>
  nameOf(is.key) === nameOf(wanted.key) && isDeepStrictEqual(optionsOf(is), wanted.options);

/** Compares without writing. */
export async function compareIndexes(db: mongo.Db): Promise<IndexDifferences> {
  const differences: IndexDifferences = { missing: [], changed: [], unknown: [] };
  for (const [collection, wanted] of WANTED) {
    const there = await found(db, collection);
    for (const index of wanted) {
      if (there.some((one) => isSame(one, index))) continue;
      const name = nameOf(index.key);
      const other = there.find((one) => one.name === name || nameOf(one.key) === name);
      if (!other) differences.missing.push(`${collection}: ${inWords(index)}`);
      else {
        const is = inWords({ key: other.key as WantedIndex['key'], options: optionsOf(other) });
        differences.changed.push(`${collection}: ${other.name} is ${is}, wanted ${inWords(index)}`);
      }
    }
    for (const { name, key } of there) {
      if (!wanted.some((index) => nameOf(index.key) === nameOf(key)))
        differences.unknown.push(`${collection}: ${name}`);
    }
  }
  return differences;
}

/** Another definition of an index is in the way. */
export class IndexChanged extends Error {}

/**
 * Makes the collections and indexes that are missing. What is there stays; nothing is dropped.
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
  for (const [collection, wanted] of WANTED) {
    if (!there.has(collection)) await createCollection(db, collection);
    for (const { key, options } of wanted) await db.collection(collection).createIndex(key, options);
  }
}

async function createCollection(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    // 48: somebody else was faster
    if (!(error instanceof mongo.MongoServerError && error.code === 48)) throw error;
  }
}
