import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';

const { MongoClient, BSON } = mongoose.mongo;
const BATCH = 500;

/**
 * Reads what `store:export` or `mongoexport` wrote into the store or any MongoDB: `--from DIR` holds a folder a
 * database and a file of Extended JSON lines a collection. A collection that has documents already is refused.
 */
const { values } = parseArgs({
  options: {
    uri: { type: 'string', default: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
    from: { type: 'string', default: 'store-export' },
  },
});

const client = await new MongoClient(values.uri, { serverSelectionTimeoutMS: 5000 }).connect();

const importFile = async (db: string, name: string, path: string): Promise<void> => {
  const target = client.db(db).collection(name);
  if ((await target.findOne()) !== null)
    throw new Error(`${db}.${name} is not empty: nothing was imported into it`);
  let batch: Record<string, unknown>[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await target.insertMany(batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line.trim() === '') continue;
    batch.push(BSON.EJSON.parse(line, { relaxed: false }) as Record<string, unknown>);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const beside = path.replace(/\.json$/, '.indexes.json');
  const specs = existsSync(beside)
    ? (BSON.EJSON.parse(await readFile(beside, 'utf8')) as { key: Record<string, 1>; v?: number }[])
    : [];
  for (const { key, v: _version, ...options } of specs) await target.createIndex(key, options);
  console.log(`${db}.${name}: ${count} documents, ${specs.length} indexes`);
};

try {
  for (const entry of await readdir(values.from, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    for (const file of await readdir(join(values.from, entry.name))) {
      if (!file.endsWith('.json') || file.endsWith('.indexes.json')) continue;
      await importFile(entry.name, file.slice(0, -5), join(values.from, entry.name, file));
    }
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await client.close();
}
