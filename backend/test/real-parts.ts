import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Connection } from 'mongoose';
import { KindBook } from '../src/kinds/kind-book.js';
import { SHOP_KINDS } from '../src/kinds/shop-kinds.js';
import { readImport } from '../src/products/import-file.js';
import { created, planImport } from '../src/products/import-plan.js';
import { ROOT } from './commerce.js';

/** The real parts as files for the import, by kind of file: `CPU`, `RAM`. */
export async function realPartFiles(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'rapid-parts-'));
  try {
    await promisify(execFile)(process.execPath, ['bench/parts/convert.mjs', folder], { cwd: ROOT });
    return new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => [name.replace('.csv', ''), readFileSync(join(folder, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows written at once: more would keep a busy store from responding to the driver's heartbeat. */
const BATCH = 250;

/** Puts all of them into a database whose kinds are the shop's own, as an import makes products of them. @returns how many */
export async function insertRealParts(db: Connection): Promise<number> {
  const book = new KindBook(SHOP_KINDS);
  let count = 0;
  for (const csv of (await realPartFiles()).values()) {
    const { rows } = await readImport(Buffer.from(csv), book);
    const products = (await planImport(rows, [], { book })).creates.map(({ product }) => created(product));
    for (let at = 0; at < products.length; at += BATCH)
      await db.collection('products').insertMany(products.slice(at, at + BATCH), { ignoreUndefined: true });
    count += products.length;
  }
  return count;
}
