import { expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { csvOf, FILES } from '../bench/parts/convert.mjs';
import { readSpec } from '../backend/src/kinds/spec-value.ts';
import { SHOP_KINDS } from '../backend/src/kinds/shop-kinds.ts';

/** The limits of an import. */
const MAX_ROWS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Rows of all that the shop may refuse: what is wrong in the data itself. */
const MAX_REFUSED = 0.01;

const kinds = new Map(SHOP_KINDS.map((kind) => [kind.slug, kind]));

/** What the shop would say of a row's specifications. */
const refusals = (row) =>
  (kinds.get(row.kind)?.specs ?? []).flatMap((spec) => {
    const read = readSpec(spec, row[`spec.${spec.key}`]);
    return 'error' in read ? `${spec.key}: ${read.error}` : [];
  });

it('the real parts become files that the import takes, the same each time', async () => {
  const seen = new Set();
  const refused = {};
  let count = 0;
  for (const file of FILES) {
    const csv = await csvOf(file);
    expect(await csvOf(file)).toBe(csv);
    const rows = parse(csv, { columns: true });
    expect(rows.length).toBeLessThanOrEqual(MAX_ROWS);
    expect(Buffer.byteLength(csv)).toBeLessThanOrEqual(MAX_BYTES);
    for (const row of rows) {
      expect(row.sku).toMatch(/^[A-Z0-9][A-Z0-9._/-]{0,63}$/);
      expect(row.price).toMatch(/^\d{1,4}\.99$/);
      expect(row.name.length > 0 && row.name.length <= 200).toBe(true);
      const numbers = row.partNumbers.split(';');
      expect(numbers.every((number) => number.length <= 64)).toBe(true);
      expect(new Set(numbers).size).toBe(numbers.length);
      seen.add(row.sku).add(row.externalId);
    }
    count += rows.length;
    refused[file] = rows.filter((row) => refusals(row).length > 0).length;
  }
  expect(seen.size).toBe(2 * count);
  const total = Object.values(refused).reduce((sum, number) => sum + number);
  console.log(`${count} real parts; the shop refuses ${total}:`, refused);
  expect(total).toBeLessThan(count * MAX_REFUSED);
});
