import { mongo } from 'mongoose';
import { migrationsOf, RESTORING } from '../migrations/migration-lock.js';
import { Migrator } from '../migrations/migrator.js';
import { newerSteps } from '../migrations/steps.js';
import { type Violation, findViolations } from '../reports/invariants.js';
import { ToolError } from './tool.js';
import { type BackedUp, linesOf, type Manifest, readManifest, verify } from './backup-format.js';

const { EJSON } = mongo.BSON;
const BATCH_DOCUMENTS = 500;
const BATCH_CHARACTERS = 4_000_000;

export interface RestoreOptions {
  from: string;
  /** The name of the database, as a confirmation that its content is to be dropped first. */
  replace?: string | undefined;
  log?: (line: string) => void;
}

/**
 * Restores a backup into the client's database, which must be empty or be named for replacement. The whole backup is
 * checked before anything is written. Then the indexes are built, later migrations applied and the invariants checked.
 *
 * @throws ToolError when the backup is damaged, or of a newer version, or the database is in use
 */
export async function restoreBackup(
  client: mongo.MongoClient,
  { from, replace, log = () => undefined }: RestoreOptions,
): Promise<{ manifest: Manifest; violations: Violation[] }> {
  const manifest = await readManifest(from);
  await verify(from, manifest);
  await assertNotNewer(from, manifest);
  log(`The backup is complete: ${manifest.collections.length} collections of ${manifest.startedAt}.`);
  const db = client.db();
  if (replace !== undefined && replace !== db.databaseName) {
    throw new ToolError(
      `--replace ${replace}: the database of MONGODB_URI is ${db.databaseName}. Nothing was written.`,
    );
  }
  if (replace === undefined) await assertEmpty(db);
  else await db.dropDatabase();
  const records = migrationsOf(db);
  await records.insertOne({ _id: RESTORING, startedAt: new Date() });
  for (const collection of manifest.collections) {
    await fill(db, from, collection);
    log(`${collection.name}: ${collection.documents}`);
  }
  await records.deleteOne({ _id: RESTORING });
  await new Migrator(db, log).run();
  return { manifest, violations: await findViolations(db) };
}

/** A backup is restored by the version that made it or a later one. */
async function assertNotNewer(from: string, { version, collections }: Manifest): Promise<void> {
  const recorded: string[] = [];
  const { file } = collections.find(({ name }) => name === 'migrations') ?? {};
  if (file === undefined) return;
  for await (const line of linesOf(from, file))
    if (line) recorded.push((EJSON.parse(line) as { _id: string })._id);
  const newer = newerSteps(recorded);
  if (newer.length === 0) return;
  throw new ToolError(
    `The backup is of a newer version, ${version}, which has run ${newer.join(', ')}. Restore it with that version. Nothing was written.`,
  );
}

async function assertEmpty(db: mongo.Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (await db.collection(name).findOne()) {
      throw new ToolError(
        `The database ${db.databaseName} is not empty (${name}). To drop its content first: --replace ${db.databaseName}`,
      );
    }
  }
}

async function fill(db: mongo.Db, folder: string, { name, file }: BackedUp): Promise<void> {
  let batch: mongo.BSON.Document[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await db.collection(name).insertMany(batch, { ordered: true });
    batch = [];
    characters = 0;
  };
  for await (const line of linesOf(folder, file)) {
    if (!line) continue;
    batch.push(EJSON.parse(line, { relaxed: false }) as mongo.BSON.Document);
    characters += line.length;
    if (batch.length >= BATCH_DOCUMENTS || characters >= BATCH_CHARACTERS) await flush();
  }
  await flush();
}
