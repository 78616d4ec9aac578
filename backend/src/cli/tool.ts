import { readFileSync } from 'node:fs';
import { mongo } from 'mongoose';

/** A wrong argument, or a database or folder that cannot be used; shown without a stack trace. */
export class ToolError extends Error {}

/** The database of MONGODB_URI, or of the address in the file that MONGODB_URI_FILE names. */
function databaseUri(env: NodeJS.ProcessEnv): string {
  const file = env['MONGODB_URI_FILE'];
  const uri = file ? readFileSync(file, 'utf8').trim() : env['MONGODB_URI'];
  if (!uri) throw new ToolError('MONGODB_URI is required: the address of the database.');
  return uri;
}

/** Runs a tool on the shop's database and ends the process: 0 for true, 1 for false or an error. */
export async function runTool(work: (client: mongo.MongoClient) => Promise<boolean>): Promise<void> {
  let client: mongo.MongoClient | undefined;
  try {
    client = new mongo.MongoClient(databaseUri(process.env), { serverSelectionTimeoutMS: 10_000 });
    await client.connect();
    process.exitCode = (await work(client)) ? 0 : 1;
  } catch (error) {
    const known = error instanceof Error && (error.name === 'Error' || error instanceof ToolError);
    console.error(known ? error.message : error);
    process.exitCode = 1;
  } finally {
    await client?.close();
  }
}
