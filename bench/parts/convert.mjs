import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import { driveKind, SPECS } from './kinds.mjs';
import { fragmentsOf, productOf } from './products.mjs';

/**
 * `node bench/parts/convert.mjs FOLDER`: turns the real parts of `../shared/parts`, or of `PARTS_DIR`, into files that the shop's
 * own import takes. They are test data: nothing of them is kept in the repository.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS_DIR = resolve(process.env.PARTS_DIR || join(ROOT, '../shared/parts'));

/** What the parts of a file are: one kind, or what each of them says. */
const KIND_OF = {
  CPU: () => 'processor',
  Motherboard: () => 'motherboard',
  PCCase: () => 'case',
  GPU: () => 'graphics-card',
  PSU: () => 'power-supply',
  CPUCooler: () => 'cooler',
  RAM: () => 'memory',
  Storage: driveKind,
  CaseFan: () => 'fan',
};

/** The names of the files, which are the kinds' in the data. */
export const FILES = Object.keys(KIND_OF);

const pathOf = (file) => join(PARTS_DIR, `${file}.ndjson.gz`);

/** Whether the data is there. */
export const partsAvailable = () => FILES.every((file) => existsSync(pathOf(file)));

/** The parts of a file as the data has them. */
export async function partsOf(file) {
  const lines = (await promisify(gunzip)(await readFile(pathOf(file)))).toString().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** The rows of some parts, each by the names of its columns; undefined and '' are empty cells. */
export function rowsOf(file, parts) {
  const fragments = fragmentsOf(parts);
  return parts.map((part) => {
    const kind = KIND_OF[file](part);
    const specs = Object.entries(SPECS[kind] ?? {}).map(([key, read]) => [`spec.${key}`, read(part)]);
    return { ...productOf(part, kind, fragments), ...Object.fromEntries(specs) };
  });
}

/** A file as the shop imports it, with the columns of all kinds in it. */
export async function csvOf(file) {
  const rows = rowsOf(file, await partsOf(file));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify(rows, { header: true, columns });
}

async function main() {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: node bench/parts/convert.mjs FOLDER');
  if (!partsAvailable()) throw new Error(`There are no parts in ${PARTS_DIR}.`);
  await mkdir(folder, { recursive: true });
  for (const file of FILES) {
    const csv = await csvOf(file);
    const path = join(folder, `${file}.csv`);
    await writeFile(path, csv);
    console.log(`${path}: ${(Buffer.byteLength(csv) / 2 ** 20).toFixed(1)} MB`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
