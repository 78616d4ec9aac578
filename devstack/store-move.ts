import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';

const { MongoClient, BSON } = mongoose.mongo;
const { EJSON } = BSON;

/**
 * `export` writes every collection as a file of Extended JSON lines, as `mongoexport` does and `mongoimport` reads, and
 * its indexes next to it, in a folder a database. `import` reads that, or what `mongoexport` wrote, into collections
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

const exportAll = async (): Promise<void> => {
  const { databases } = await client.db('admin').admin().listDatabases();
  const names = databases.map(({ name }) => name).filter((name) => !/^(admin|config|local)$/.test(name));
  for (const db of values.db ? [values.db] : names) {
    await mkdir(join(values.out, db), { recursive: true });
    for (const source of await client.db(db).collections()) {
      const path = join(values.out, db, source.collectionName);
      let count = 0;
      const line = (doc: object): string => {
        count++;
        return `${EJSON.stringify(doc, { relaxed: false })}\n`;
      };
      // Wrapped numbers: `5.0` stays a double and a 64-bit number stays one.
      const lines = source.find({}, { promoteValues: false, bsonRegExp: true }).map(line);
      await pipeline(lines, createWriteStream(`${path}.json`));
      const indexes = (await source.indexes()).filter(({ name }) => name !== '_id_');
      await writeFile(`${path}.indexes.json`, `${EJSON.stringify(indexes, undefined, 2)}\n`);
      console.log(`${source.namespace}: ${count} documents, ${indexes.length} indexes`);
    }
  }
};

const importAll = async (): Promise<void> => {
  for (const file of await readdir(values.from, { recursive: true })) {
    const [, path, db, name] = /^(([^/\\]+)[/\\]([^/\\]+))(?<!\.indexes)\.json$/.exec(file) ?? [];
    if (!path || !name) continue;
    const target = client.db(db).collection(name);
    if (await target.findOne()) throw new Error(`${db}.${name} is not empty: nothing was imported into it`);
    const batch: object[] = [];
    let count = 0;
    const flush = async (): Promise<void> => {
      if (batch.length > 0) count += (await target.insertMany(batch.splice(0))).insertedCount;
    };
    for await (const line of createInterface({ input: createReadStream(join(values.from, file)) })) {
      if (line.trim() !== '') batch.push(EJSON.parse(line, { relaxed: false }) as object);
      if (batch.length === 500) await flush();
    }
    await flush();
    const indexFile = join(values.from, `${path}.indexes.json`);
    const text = existsSync(indexFile) ? await readFile(indexFile, 'utf8') : '[]';
    const indexes = EJSON.parse(text) as { key: Record<string, 1>; v?: number }[];
    for (const { key, v: _version, ...options } of indexes) await target.createIndex(key, options);
    console.log(`${target.namespace}: ${count} documents, ${indexes.length} indexes`);
  }
};

try {
  const run = { export: exportAll, import: importAll }[positionals[0] ?? ''];
  if (!run)
    throw new Error('usage: store-move export|import [--uri URI] [--db NAME] [--out DIR] [--from DIR]');
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await client.close();
}
