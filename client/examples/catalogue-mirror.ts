/**
 * Keeps a copy of the catalogue, for a marketplace or a search index. Each run reads only the pages that have changed since the
 * last one: it sends the entity tag of each, and the shop responds 304 to the others.
 *
 * SHOP_URL, MIRROR_FILE: a JSON file with the products and the tags. It needs no key: the catalogue is public.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createClient, type ProductPageDto } from '@rapid-manufacturer/client';

const { SHOP_URL = 'http://localhost:3000', MIRROR_FILE = 'catalogue.json' } = process.env;
const shop = createClient({ baseUrl: SHOP_URL });

interface Mirror {
  products: ProductPageDto['items'];
  /** By the cursor that leads to them; the first one's is empty. */
  pages: Record<string, { etag: string | undefined; page: ProductPageDto }>;
}
const before: Mirror = await readFile(MIRROR_FILE, 'utf8').then(
  (text) => JSON.parse(text) as Mirror,
  (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return { products: [], pages: {} };
  },
);

const now: Mirror = { products: [], pages: {} };
let changed = 0;
let cursor: string | undefined;
do {
  const key = cursor ?? '';
  const known = before.pages[key];
  const query = { pageSize: 20, sort: 'oldest' as const, ...(cursor && { cursor }) };
  const found = await shop.getIfChanged('/items/search', known?.etag, { params: { query } });
  if (found) changed += 1;
  const page = found?.data ?? known!.page;
  now.pages[key] = { etag: found?.etag ?? known?.etag, page };
  now.products.push(...page.items);
  cursor = page.nextCursor;
} while (cursor !== undefined);

await writeFile(`${MIRROR_FILE}.part`, JSON.stringify(now, null, 2));
await rename(`${MIRROR_FILE}.part`, MIRROR_FILE);
console.log(
  `${now.products.length} products; ${changed} of ${Object.keys(now.pages).length} pages had changed`,
);
