import { readFileSync } from 'node:fs';
import { mongo } from 'mongoose';

interface ShardKey {
  key: Record<string, 1 | 'hashed'>;
  unique?: boolean;
}
export const SHARD_KEYS = JSON.parse(
  readFileSync(new URL('../../deploy/shard-keys.json', import.meta.url), 'utf8'),
) as Record<string, ShardKey>;

/** Shards a new database's collections, so that the specs run on them; `uri` is that of a `mongos`. */
export async function shardCollections(uri: string): Promise<void> {
  const client = await new mongo.MongoClient(uri).connect();
  try {
    for (const [name, { key, unique = false }] of Object.entries(SHARD_KEYS))
      await client
        .db('admin')
        .command({ shardCollection: `${client.db().databaseName}.${name}`, key, unique });
  } finally {
    await client.close();
  }
}
