import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { mongo } from 'mongoose';
import { ROOT } from './commerce.js';
import { databaseUri } from './database-uri.js';

/** How a tool ended, and all that it printed. */
export interface Ended {
  code: number | null;
  output: string;
}

/** A built tool (`migrate`, `backup`, `restore`, `check`, `rebuild-reports`, `rebuild-search`) in a process of its own. */
export function startTool(name: string, uri: string, args: string[] = []) {
  const child = spawn(process.execPath, [resolve(ROOT, `backend/dist/cli/${name}.js`), ...args], {
    env: { ...process.env, MONGODB_URI: uri, MONGODB_URI_FILE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<Ended>((end) => child.once('close', (code) => end({ code, output })));
  return { child, ended };
}

export const runTool = (name: string, uri: string, args?: string[]): Promise<Ended> =>
  startTool(name, uri, args).ended;

/** An empty database of its own in the specs' store. */
export async function emptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const uri = databaseUri(process.env['TEST_STORE_URI']!, name);
  const client = await mongo.MongoClient.connect(uri);
  const db = client.db();
  return {
    uri,
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}
