/**
 * Writes a day's orders as a CSV file, for the accounts.
 *
 * SHOP_URL, API_KEY (scope orders:read), OUT_DIR, DAY: such as 2026-11-30, yesterday (UTC) if left out. The file appears under its name
 * when it is whole; a run that failed leaves none, and a later one writes it again.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@rapid-manufacturer/client';

const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const { SHOP_URL = 'http://localhost:3000', API_KEY, OUT_DIR = '.', DAY = yesterday } = process.env;
const shop = createClient({ baseUrl: SHOP_URL, apiKey: API_KEY });

await mkdir(OUT_DIR, { recursive: true });
const file = join(OUT_DIR, `orders-${DAY}.csv`);
const { data, response } = await shop.stream('/purchases/export', {
  params: { query: { from: DAY, to: DAY, sort: 'oldest' } },
});
try {
  await pipeline(Readable.from(data), createWriteStream(`${file}.part`));
  await rename(`${file}.part`, file);
} catch (error) {
  await rm(`${file}.part`, { force: true });
  throw error;
}
console.log(`${response.headers.get('x-total-count')} orders in ${file}`);
