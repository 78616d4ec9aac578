import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { ToolError } from './tool.js';

export const MANIFEST = 'manifest.json';

/**
 * What a backup leaves out: the counts of rate limits, which cover the last minutes only. Of `migrations` it leaves out the
 * lock and the mark of a restore, which belong to running processes; the records of steps are kept.
 */
export const isLeftOut = (collection: string): boolean =>
  collection === 'limit_counts' || collection.startsWith('system.');
export const NOT_DATA = ['lock', 'restoring'];

const Collection = z.strictObject({
  name: z.string().min(1),
  file: z.string().regex(/^\d{3}\.ejson\.gz$/),
  documents: z.int().min(0),
  /** Of the compressed file. */
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** As the database described them; for information, since a restore makes those of its own version. */
  indexes: z.array(z.unknown()),
});

/** The description of a backup. */
const Manifest = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  database: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** How all collections were read at one point in time; `shop-stopped` is what the operator said. */
  consistency: z.enum(['snapshot-session', 'snapshot-transaction', 'shop-stopped']),
  collections: z.array(Collection),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackedUp = z.infer<typeof Collection>;

/** @throws ToolError when there is none, or none that this version understands */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    throw new ToolError(`${folder} is not a backup: ${(error as Error).message}`, { cause: error });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ToolError(`${MANIFEST} is damaged.`, { cause: error });
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw new ToolError(`${MANIFEST} is damaged:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** The lines of a collection's file, one document of canonical Extended JSON each. */
export async function* linesOf(folder: string, file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  const reading = pipeline(createReadStream(join(folder, file)), unzipped);
  // a damaged file ends the lines; the error is thrown below
  reading.catch(() => unzipped.end());
  // only at \n: `readline` of Node 24 ends a line at U+2028 too, which texts may have
  let rest = '';
  for await (const chunk of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
  await reading;
}

/** Checks every file's size, checksum and number of documents. @throws ToolError for the first that is wrong */
export async function verify(folder: string, manifest: Manifest): Promise<void> {
  for (const { name, file, documents, bytes, sha256 } of manifest.collections) {
    const damaged = (why: string, cause?: unknown) =>
      new ToolError(`The backup is damaged: ${name} (${file}) ${why}. Nothing was written.`, { cause });
    const size = await stat(join(folder, file)).then(
      (found) => found.size,
      (error: unknown) => Promise.reject(damaged('is missing', error)),
    );
    if (size !== bytes) throw damaged(`has ${size} bytes instead of ${bytes}`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) throw damaged('has another checksum');
    let count = 0;
    for await (const line of linesOf(folder, file)) if (line) count += 1;
    if (count !== documents) throw damaged(`has ${count} documents instead of ${documents}`);
  }
}
