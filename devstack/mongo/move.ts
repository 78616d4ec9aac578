import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';

const { MongoClient, BSON } = mongoose.mongo;
const { EJSON } = BSON;
const BATCH = 500;

/**
 * `export` writes every collection as a file of Extended JSON lines, as `mongoexport` does and `mongoimport` reads, and
 * its indexes beside it, in a folder a database. `import` reads that, or what `mongoexport` wrote, into collections
 * that are empty. `--uri` is the store or any MongoDB, `--db` one database of it to export.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    uri: { type: 'string', default: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
    out: { type: 'string', default: 'store-export' },
    from: { type: 'string', default: 'store-export' },
    db: { type: 'string' },
  },
});

const client = await new MongoClient(values.uri, { serverSelectionTimeoutMS: 5000 }).connect();

const exportCollection = async (db: string, name: string): Promise<void> => {
  const source = client.db(db).collection(name);
  let count = 0;
  // Wrapped numbers: `5.0` stays a double and a 64-bit number stays one.
  const lines = async function* () {
    for await (const doc of source.find({}, { promoteValues: false, bsonRegExp: true })) {
      count++;
      yield `${EJSON.stringify(doc, { relaxed: false })}\n`;
    }
  };
  await pipeline(lines, createWriteStream(join(values.out, db, `${name}.json`)));
  const indexes = (await source.indexes()).filter((index) => index.name !== '_id_');
  await writeFile(
    join(values.out, db, `${name}.indexes.json`),
    `${EJSON.stringify(indexes, undefined, 2)}\n`,
  );
  console.log(`${db}.${name}: ${count} documents, ${indexes.length} indexes`);
};

const exportAll = async (): Promise<void> => {
  const { databases } = await client.db('admin').admin().listDatabases();
  const names = databases
    .map(({ name }) => name)
    .filter((name) => !['admin', 'config', 'local'].includes(name));
  for (const db of values.db ? [values.db] : names) {
    await mkdir(join(values.out, db), { recursive: true });
    for (const { name } of await client.db(db).listCollections().toArray()) await exportCollection(db, name);
  }
};

const importCollection = async (db: string, name: string): Promise<void> => {
  const target = client.db(db).collection(name);
  if ((await target.findOne()) !== null)
    throw new Error(`${db}.${name} is not empty: nothing was imported into it`);
  const path = join(values.from, db, name);
  let batch: Record<string, unknown>[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await target.insertMany(batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(`${path}.json`) })) {
    if (line.trim() !== '') batch.push(EJSON.parse(line, { relaxed: false }) as Record<string, unknown>);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const indexes = existsSync(`${path}.indexes.json`)
    ? (EJSON.parse(await readFile(`${path}.indexes.json`, 'utf8')) as {
        key: Record<string, 1>;
        v?: number;
      }[])
    : [];
  for (const { key, v: _version, ...options } of indexes) await target.createIndex(key, options);
  console.log(`${db}.${name}: ${count} documents, ${indexes.length} indexes`);
};

const importAll = async (): Promise<void> => {
  for (const folder of await readdir(values.from, { withFileTypes: true })) {
    const files = folder.isDirectory() ? await readdir(join(values.from, folder.name)) : [];
    for (const file of files) {
      if (file.endsWith('.json') && !file.endsWith('.indexes.json'))
        await importCollection(folder.name, file.slice(0, -'.json'.length));
    }
  }
};

try {
  if (positionals[0] === 'export') await exportAll();
  else if (positionals[0] === 'import') await importAll();
  else throw new Error('say `export` or `import`');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await client.close();
}
