import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { ToolError } from './tool.js';
import { type BackedUp, isLeftOut, MANIFEST, type Manifest, NOT_DATA } from './backup-format.js';
import { openSnapshot } from './backup-snapshot.js';

const { EJSON } = mongo.BSON;

/**
 * Writes a backup of the client's database at one point in time into a new folder. It is written next to its destination and
 * renamed when it is complete and on disk, so that a folder of this name is always a complete backup.
 *
 * @param isStopped the caller knows that nothing writes meanwhile: no snapshot is needed
 * @throws ToolError when the folder exists or the database has no collections
 */
export async function writeBackup(
  client: mongo.MongoClient,
  to: string,
  isStopped = false,
): Promise<Manifest> {
  const folder = resolve(to);
  if (existsSync(folder)) throw new ToolError(`${folder} exists already; a backup never overwrites.`);
  const db = client.db();
  const names = (await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !isLeftOut(name))
    .toSorted();
  const [first] = names;
  if (first === undefined) throw new ToolError(`The database ${db.databaseName} is empty.`);
  const startedAt = new Date().toISOString();
  const partial = join(dirname(folder), `.${basename(folder)}.partial-${randomUUID().slice(0, 8)}`);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const snapshot = isStopped ? undefined : await openSnapshot(client, first);
  try {
    const collections: BackedUp[] = [];
    for (const [at, name] of names.entries()) {
      const indexes = await db.collection(name).listIndexes().toArray();
      const file = `${String(at).padStart(3, '0')}.ejson.gz`;
      const written = await writeCollection(db, name, join(partial, file), snapshot?.session);
      collections.push({ name, file, ...written, indexes });
    }
    const manifest: Manifest = {
      format: 1,
      version: await ownVersion(),
      database: db.databaseName,
      startedAt,
      finishedAt: new Date().toISOString(),
      consistency: snapshot?.consistency ?? 'shop-stopped',
      collections,
    };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await sync(partial);
    await rename(partial, folder);
    await sync(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await snapshot?.end();
  }
}

async function writeCollection(
  db: mongo.Db,
  name: string,
  path: string,
  session: mongo.ClientSession | undefined,
): Promise<{ documents: number; bytes: number; sha256: string }> {
  const filter: mongo.Filter<mongo.BSON.Document> =
    name === 'migrations' ? { _id: { $nin: NOT_DATA as never[] } } : {};
  let documents = 0;
  let bytes = 0;
  const hash = createHash('sha256');
  // numbers keep their stored types: an int32 stays an int32, a whole double stays a double
  const options = { ...(session && { session }), batchSize: 500, promoteValues: false, promoteLongs: false };
  async function* lines(): AsyncGenerator<string> {
    for await (const document of db.collection(name).find(filter, options)) {
      documents += 1;
      yield `${EJSON.stringify(document, { relaxed: false })}\n`;
    }
  }
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    measure,
    createWriteStream(path, { flush: true, mode: 0o600 }),
  );
  return { documents, bytes, sha256: hash.digest('hex') };
}

/** Writes a folder's entries to disk. Windows cannot, and does not need to: NTFS logs its renames. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function ownVersion(): Promise<string> {
  const text = await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
