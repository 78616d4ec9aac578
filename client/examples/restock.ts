/**
 * Adds what a supplier delivered to the stock: all lines of the file, or none.
 *
 * SHOP_URL, API_KEY (scope catalogue:write), SUPPLIER_FILE: a CSV file with the columns `Article` (the shop's sku) and `Delivered` (units).
 * Run twice with the same file within 24 hours it adds the units once.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient } from '@rapid-manufacturer/client';

const { SHOP_URL = 'http://localhost:3000', API_KEY, SUPPLIER_FILE = 'delivery.csv' } = process.env;
const shop = createClient({ baseUrl: SHOP_URL, apiKey: API_KEY });

const file = await readFile(SUPPLIER_FILE, 'utf8');
const [header = '', ...lines] = file.split(/\r?\n/).filter((line) => line.trim() !== '');
const columns = header.split(/[,;]/).map((name) => name.trim());
const [article, delivered] = [columns.indexOf('Article'), columns.indexOf('Delivered')];
if (article < 0 || delivered < 0) throw new Error(`${SUPPLIER_FILE} needs the columns Article and Delivered`);
const rows = lines.map((line) => line.split(/[,;]/).map((cell) => cell.trim()));
const body = ['sku,restock', ...rows.map((cells) => `${cells[article]},${cells[delivered]}`)].join('\n');

const preview = await shop.POST('/items/import', { body, params: { query: { dryRun: true } } });
if (preview.data.errorCount > 0) {
  for (const { line, column, message } of preview.data.errors)
    console.error(`${SUPPLIER_FILE}:${line} ${column ?? ''}: ${message}`);
  console.error('Nothing was changed.');
  process.exit(1);
}

const { data } = await shop.POST('/items/import', {
  body,
  params: {
    header: {
      // the same file is the same attempt, in whichever run of this program
      'Idempotency-Key': `delivery-${createHash('sha256').update(file).digest('hex')}`,
      // only while the import would do what the preview said
      'If-Match': preview.response.headers.get('etag') ?? '',
    },
  },
});
console.log(`${data.updated} products restocked from ${data.rows} lines`);
