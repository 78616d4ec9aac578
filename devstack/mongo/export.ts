import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';

const { MongoClient, BSON } = mongoose.mongo;

/**
 * Writes every collection as a file of Extended JSON lines, as `mongoexport` does and `mongoimport` reads, and
 * its indexes beside it. `--uri` is the store or any MongoDB, `--out` an empty or new folder, `--db` one database.
 */
const { values } = parseArgs({
  options: {
    uri: { type: 'string', default: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' },
    out: { type: 'string', default: 'store-export' },
    db: { type: 'string' },
  },
});

const client = await new MongoClient(values.uri, { serverSelectionTimeoutMS: 5000 }).connect();
try {
  const { databases } = await client.db('admin').admin().listDatabases();
  const names = databases
    .map(({ name }) => name)
    .filter((name) => !['admin', 'config', 'local'].includes(name));
  for (const name of values.db ? [values.db] : names) {
    const folder = join(values.out, name);
    await mkdir(folder, { recursive: true });
    for (const { name: collection } of await client.db(name).listCollections().toArray()) {
      const source = client.db(name).collection(collection);
      let count = 0;
      const lines = async function* () {
        // Wrapped numbers: `5.0` stays a double and a 64-bit number stays one.
        for await (const doc of source.find({}, { promoteValues: false, bsonRegExp: true })) {
          count++;
          yield `${BSON.EJSON.stringify(doc, { relaxed: false })}\n`;
        }
      };
      await pipeline(lines, createWriteStream(join(folder, `${collection}.json`)));
      const indexes = (await source.indexes()).filter((index) => index.name !== '_id_');
      await writeFile(
        join(folder, `${collection}.indexes.json`),
        `${BSON.EJSON.stringify(indexes, undefined, 2)}\n`,
      );
      console.log(`${name}.${collection}: ${count} documents, ${indexes.length} indexes`);
    }
  }
} finally {
  await client.close();
}
