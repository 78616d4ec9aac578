import { after } from '../query/bounds.js';
import { entriesOf } from '../storage/entries.js';
import { Store } from '../storage/store.js';
import { decode } from '../values/bson.js';

const nameOf = (key: Buffer, id: Buffer): string => `${key.toString('latin1')}>${id.toString('latin1')}`;

/** Index entries without their document, and documents without their entries, in the data folder of a store that is not running. */
export async function indexViolations(folder: string): Promise<string[]> {
  const store = new Store(folder);
  const all = (map: 'data' | 'index', prefix: Buffer) =>
    store.newest.entries(map, { start: prefix, end: after(prefix) }, false, 2 ** 31);
  try {
    return store.catalog.list().flatMap(({ ns, prefix, indexes }) => {
      const rows = all('data', prefix).map(({ key, value }) => ({ id: key.subarray(4), doc: decode(value) }));
      return indexes.flatMap((index) => {
        const wanted = new Set(
          rows.flatMap(({ id, doc }) =>
            entriesOf(index, doc).keys.map((key) =>
              nameOf(index.unique ? key : Buffer.concat([key, id]), id),
            ),
          ),
        );
        const found = all('index', index.prefix).map(({ key, value }) => nameOf(key.subarray(4), value));
        const stray = found.filter((name) => !wanted.delete(name)).length;
        return stray + wanted.size > 0 ? [`${ns} ${index.name}: ${stray} stray, ${wanted.size} missing`] : [];
      });
    });
  } finally {
    await store.engine.close();
  }
}
