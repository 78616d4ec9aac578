import { aliasOf } from '../src/search/opensearch/product-indices.js';
import { writeOf } from '../src/search/opensearch/index-definition.js';
import { ProductSource } from '../src/search/catalogue-source.service.js';
import type { Settings, Shop } from './harness.js';

/** A real OpenSearch for the specs; undefined where they are left out. */
export const TEST_OPENSEARCH_URL = process.env['TEST_OPENSEARCH_URL'];

/** The engine of this run, with the settings of a shop that uses it, for `describe.each`: `npm test` has a run for each. */
export const ENGINES: readonly [readonly [name: string, settings: Settings]] = TEST_OPENSEARCH_URL
  ? [['opensearch', { OPENSEARCH_URL: TEST_OPENSEARCH_URL }]]
  : [['embedded', {}]];

const send = async (url: string, method: string, body?: object): Promise<Response> =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** The names of the indices of a database, the one in use and others. */
export async function indicesOf(url: string, database: string): Promise<string[]> {
  const found = (await (await send(`${url}/${aliasOf(database)}-*/_alias`, 'GET')).json()) as object;
  return Object.keys(found);
}

/** Removes what a shop has left on a server that may be gone. */
export async function dropIndices(url: string, database: string): Promise<void> {
  if (url === '') return;
  const names = await indicesOf(url, database).catch(() => []);
  if (names.length > 0) await send(`${url}/${names.join(',')}`, 'DELETE');
}

/** A product's version and fields, without its texts, which an index does not return. */
type Indexed = Record<string, { version: number; fields: unknown }>;

/** What the index in use has, by id; without the products that were removed. */
export async function indexed(url: string, database: string): Promise<Indexed> {
  const response = await send(`${url}/${aliasOf(database)}/_search`, 'POST', {
    size: 10_000,
    version: true,
    query: { bool: { must_not: [{ term: { state: 'removed' } }] } },
  });
  const { hits } = (await response.json()) as {
    hits: { hits: { _id: string; _version: number; _source: unknown }[] };
  };
  return Object.fromEntries(
    hits.hits.map(({ _id, _version, _source }) => [_id, { version: _version, fields: _source }]),
  );
}

/** What an index has to have, read from the database. */
export async function stored({ app }: Shop): Promise<Indexed> {
  const source = app.get(ProductSource, { strict: false });
  const book = await source.book();
  const all: Indexed = {};
  for await (const documents of source.all(book))
    for (const document of documents) {
      const { id, version, source: whole } = writeOf(book, document);
      const { texts: _texts, ...fields } = whole as Record<string, unknown>;
      all[id] = { version, fields };
    }
  // as JSON has it
  return JSON.parse(JSON.stringify(all)) as Indexed;
}
