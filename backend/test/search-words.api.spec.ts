import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from './harness.js';
import { ENGINES } from './opensearch.js';

/** Which parts some words find, of parts whose names and numbers read alike: both engines are run against it. */

/** Products with the part numbers, the kind and whatever else a case is about; the newest last. */
const PARTS: Record<string, object> = {
  'Dynamo 1000 Supply': { description: 'Rated at 1000 W.' },
  'Zorvex Alpha Drive': { partNumbers: ['512GB', '1000W'] },
  'Zorvex Beta Adapter': { gtin: '036000291452' },
  'Zorvex Beta Hub': { gtin: '0012345678905' },
  'Zorvex Gamma': { partNumbers: ['POWER-QZ7', 'DDR4-QZ7'] },
  'Zorvex Delta Graphics Card': {},
  'Zorvex Epsilon 2x16GB': {},
  'Lattice Kit 2 x 16 GB': {},
  'Vantar 90': { partNumbers: ['VT-90-16'] },
  'Vtol Bracket': {},
  'Kestrel K5': {},
  'Board DDR5-5600': {},
  'Dart M.2 SSD': {},
  'Tether USB-C Cable 2 m': {},
  'Tether SATA Cable 50 cm': {},
  'Kestrel Chip': { kind: 'processor' },
  'Zorvex Eta': { sku: 'RVX-5521', partNumbers: ['RVX5521'] },
  'Zorvex Eta Bracket': { sku: 'RVX-5521-BR' },
  'Zorvex Iota': { partNumbers: ['QZY-7781'] },
  'Zorvex Iota of old': { partNumbers: ['QZY-7781'], archived: true },
  'Lattice Strips': { kind: 'memory' },
  'Glacis Twin CPU Cooler': { kind: 'cooler', description: 'Quiet above every processor.' },
};

let shop: Shop;
beforeAll(async () => {
  const [[, settings]] = ENGINES;
  shop = await startShop({ RESPONSE_CACHE_MB: '0', ...settings });
  for (const [name, fields] of Object.entries(PARTS))
    await shop.product({ name, kind: undefined, description: 'A part.', ...fields });
});
afterAll(() => shop.close());

const names = (items: unknown): string[] => (items as { name: string }[]).map(({ name }) => name);
const found = async (q: string): Promise<string[]> => {
  const { status, body } = await shop.call('GET', `/items/search?q=${encodeURIComponent(q)}&asTyped=true`);
  expect([q, status]).toEqual([q, 200]);
  return names(body.items);
};
const suggested = async (q: string) =>
  (await shop.call('GET', `/items/suggestions?q=${encodeURIComponent(q)}`)).body;

describe('a search', () => {
  it.each([
    // a part number that reads as a number with a unit
    ['512GB', ['Zorvex Alpha Drive']],
    ['512 gb', ['Zorvex Alpha Drive']],
    ['1000W', ['Zorvex Alpha Drive', 'Dynamo 1000 Supply']],
    // a GTIN with other zeros before it
    ['36000291452', ['Zorvex Beta Adapter']],
    ['036000291452', ['Zorvex Beta Adapter']],
    ['0036000291452', ['Zorvex Beta Adapter']],
    ['00036000291452', ['Zorvex Beta Adapter']],
    ['000036000291452', []],
    ['012345678905', ['Zorvex Beta Hub']],
    ['00012345678905', ['Zorvex Beta Hub']],
    // one word of several is not a number
    ['power supply', []],
    ['power-qz7', ['Zorvex Gamma']],
    ['ddr 5', ['Board DDR5-5600']],
    // packs of several
    ['zorvex 16gb', ['Zorvex Epsilon 2x16GB']],
    ['zorvex 2 x 16gb', ['Zorvex Epsilon 2x16GB']],
    ['zorvex 2×16GB', ['Zorvex Epsilon 2x16GB']],
    ['lattice 2x16gb', ['Lattice Kit 2 x 16 GB']],
    ['lattice 2x16g', ['Lattice Kit 2 x 16 GB']],
    ['2x16gb', ['Lattice Kit 2 x 16 GB', 'Zorvex Epsilon 2x16GB']],
    ['2 x 16 GB', ['Lattice Kit 2 x 16 GB', 'Zorvex Epsilon 2x16GB']],
    ['2x1600gb', []],
    // a phrase that has synonyms, of several
    ['graphics cards', ['Zorvex Delta Graphics Card']],
    ['gpus', ['Zorvex Delta Graphics Card']],
    // the first two characters of a part number, after what is in a name
    ['vt', ['Vtol Bracket', 'Vantar 90']],
    ['51', []],
    ['bracket vt', ['Vtol Bracket']],
    // one character, as the last of several words
    ['vantar 9', ['Vantar 90']],
    ['kestrel k', ['Kestrel Chip', 'Kestrel K5']],
    ['9 vantar', []],
    // characters that are joined by a sign are not words of their own
    ['m.2', ['Dart M.2 SSD']],
    ['m2', ['Dart M.2 SSD']],
    // metres
    ['cable 200cm', ['Tether USB-C Cable 2 m']],
    ['cable 2 metres', ['Tether USB-C Cable 2 m']],
    ['cable 0.5m', ['Tether SATA Cable 50 cm']],
    // what a kind is called, before a name that has the word
    ['cpu', ['Kestrel Chip', 'Glacis Twin CPU Cooler']],
    ['processor', ['Kestrel Chip', 'Glacis Twin CPU Cooler']],
    ['cpu cooler', ['Glacis Twin CPU Cooler']],
    // no letter and no digit
    ['--', []],
    ['!!!', []],
    ['.*', []],
    ['\0', []],
  ])('for %j finds %j', async (q, expected) => expect(await found(q)).toEqual(expected));

  it('without a letter or digit counts and exports nothing', async () => {
    const admin = await shop.user({ role: 'admin' });
    const { body: facets } = await shop.call('GET', '/items/facets?q=--');
    expect(facets.kinds.filter(({ total }: { total: number }) => total > 0)).toEqual([]);
    const csv = await shop.call('GET', '/items/export?q=--', { as: admin });
    expect(csv.headers.get('x-total-count')).toBe('0');
  });
});

describe('suggestions', () => {
  it.each([
    ['vt', ['Vtol Bracket', 'Vantar 90']],
    ['vantar 9', ['Vantar 90']],
    ['--', []],
    ['  ', []],
  ])('for %j are %j', async (q, expected) => expect(names((await suggested(q)).parts)).toEqual(expected));

  it.each([
    ['written in two ways', 'RVX-5521', 'Zorvex Eta'],
    ['of an archived part, too', 'qzy7781', 'Zorvex Iota'],
  ])('open the part of a number that is %s', async (_, q, name) => {
    const { parts, exactId } = await suggested(q);
    expect(parts[0]).toMatchObject({ name, _id: exactId });
  });

  it('correct an error in a word of three letters', async () => {
    expect(await suggested('ramm')).toMatchObject({
      corrected: 'ram',
      parts: [expect.objectContaining({ name: 'Lattice Strips' })],
    });
  });

  it('show a number as it is stored', async () => {
    const { parts, exactId } = await suggested('00036000291452');
    expect(parts).toEqual([expect.objectContaining({ _id: exactId, number: '036000291452' })]);
    expect((await suggested('vt')).parts[1]).toMatchObject({ number: 'VT-90-16' });
  });
});
