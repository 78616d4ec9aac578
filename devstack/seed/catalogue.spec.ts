import { describe, expect, test } from 'vitest';
import type { Specs } from '../../backend/src/kinds/kind.js';
import { loadRules } from './backend.js';
import type { CatalogueProduct } from './catalogue/entry.js';
import type { Image } from './draw/image.js';
import { OWN_KINDS } from './own-kinds.js';
import { PRODUCTS } from './products.js';
import { specsReader } from './specs-reader.js';

const rules = await loadRules();
const OWN = OWN_KINDS.map(({ kind }) => kind);
const readSpecs = specsReader(OWN, rules);
const of = (kind: string): CatalogueProduct[] => PRODUCTS.filter((product) => product.kind === kind);
const named = PRODUCTS.map((product) => [product.name, product] as const);

/** What parts of a kind do not have. */
const NOT_HAD: Record<string, (specs: Specs, name: string) => string[]> = {
  processor: () => [],
  motherboard: () => [],
  case: () => [],
  'graphics-card': () => [],
  'power-supply': () => [],
  'hard-disk': () => [],
  fan: () => [],
  cooler: ({ cooling }) => [
    ...(cooling === 'liquid' ? ['heightMm'] : ['radiatorMm']),
    ...(cooling === 'passive' ? ['fanMm', 'speedRpm', 'noiseDb'] : []),
  ],
  memory: (_, name) => (/Value|Mobile/.test(name) ? ['profiles'] : []),
  ssd: (_, name) => (/Dart (500|Go)/.test(name) ? ['cacheMb'] : []),
  cable: ({ plugs }) => [
    ...(plugs === 'usb-c' ? [] : ['powerW']),
    ...(plugs === 'atx-24' || plugs === 'fan-4' ? ['dataGbit'] : []),
  ],
  'usb-ports': ({ form }) => [
    ...(form === 'hub' || form === 'panel' ? [] : ['leadMm']),
    ...(form === 'connector' ? [] : ['pins', 'matings']),
  ],
};

describe('specifications', () => {
  test.each(named)('the shop takes those of %s as they are written', (_, product) => {
    expect(readSpecs(product)).toEqual(product.specs);
  });

  test.each(
    [...rules.SHOP_KINDS, ...OWN].flatMap((kind) => {
      const notHad = NOT_HAD[kind.slug];
      return notHad ? [[kind.slug, kind, notHad] as const] : [];
    }),
  )('of the kind %s are complete', (slug, { specs }, notHad) => {
    expect(of(slug).length).toBeGreaterThan(3);
    for (const product of of(slug)) {
      const absent = specs.map(({ key }) => key).filter((key) => !(key in product.specs));
      expect([product.name, absent.toSorted()]).toEqual([
        product.name,
        notHad(product.specs, product.name).toSorted(),
      ]);
    }
  });

  test.each([
    ['a kind that the shop does not know', { kind: 'graphic-card' }, 'Did you mean graphics-card?'],
    ['a value out of its bounds', { specs: { lengthMm: -5 } }, 'specs.lengthMm: '],
    ['a value that is no option', { specs: { memoryType: 'DDR9' } }, 'specs.memoryType: '],
    ['a key that the kind has not', { specs: { length: 5 } }, 'Did you mean lengthMm?'],
  ])('%s is refused by name', (_, fields, said) => {
    const product = { ...of('graphics-card')[0]!, ...(fields as Partial<CatalogueProduct>) };
    expect(() => readSpecs(product)).toThrow(product.name);
    expect(() => readSpecs(product)).toThrow(said);
  });

  test('a kind that an admin could not save is refused', () => {
    expect(() => specsReader([{ ...OWN[0]!, aliases: ['gpu'] }], rules)).toThrow(
      'Graphics card is called so',
    );
  });
});

const inGb = (number: string, unit: string): number => Number(number) * (unit === 'TB' ? 1_000 : 1);
const GB = / ([\d.]+) (TB|GB)\b/;

/** What a name says, and where the specifications have it. */
const SAID: [
  kind: string,
  said: RegExp,
  has: (specs: Specs, ...said: string[]) => unknown,
  is: (...said: string[]) => unknown,
][] = [
  ['hard-disk', GB, (s) => s['capacityGb'], inGb],
  ['ssd', GB, (s) => s['capacityGb'], inGb],
  ['ssd', /(2\.5-inch|U\.2|Portable)/, (s) => s['formFactor'], (form) => form.toLowerCase()],
  ['memory', /(DDR\d)/, (s) => s['memoryType'], (type) => type],
  ['memory', /(\d) x (\d+) GB/, (s) => [s['modules'], s['moduleGb']], (...said) => said.map(Number)],
  ['memory', /Module (\d+) GB/, (s) => [s['modules'], s['capacityGb']], (gb) => [1, Number(gb)]],
  ['memory', /(SO-DIMM)/, (s) => s['formFactor'], (form) => form],
  ['memory', /Glow/, (s) => s['lit'], () => true],
  ['motherboard', /(ATX|Micro-ATX|Mini-ITX) Motherboard/, (s) => s['formFactor'], (form) => form],
  ['graphics-card', GB, (s) => s['memoryGb'], inGb],
  ['graphics-card', /^(Vantar \d+)/, (s) => s['chipset'], (chipset) => chipset],
  ['cooler', /Flow (\d+)/, (s) => [s['cooling'], s['radiatorMm']], (mm) => ['liquid', Number(mm)]],
  ['cooler', /Glacis (\d+)/, (s) => s['fanMm'], Number],
  ['cooler', /Low (\d+)/, (s) => s['heightMm'], Number],
  ['cooler', /Twin/, (s) => s['fans'], () => 2],
  ['cooler', /Passive/, (s) => [s['cooling'], s['fans']], () => ['passive', 0]],
  ['fan', /Halyard \D*(\d+)/, (s) => s['sizeMm'], Number],
  ['fan', /Triple/, (s) => s['quantity'], () => 3],
  ['fan', /Glow/, (s) => s['lit'], () => true],
  ['power-supply', /(\d+)/, (s) => s['wattageW'], Number],
  ['power-supply', /(Gold|Platinum|Bronze)/, (s) => s['efficiency'], (grade) => grade.toLowerCase()],
  ['power-supply', /(SFX)/, (s) => s['formFactor'], (form) => form],
  ['case', /(Mini-ITX)/, (s) => s['formFactors'], (form) => [form]],
  ['case', /(Rack|Cube)/, (s) => s['caseType'], (type) => type.toLowerCase()],
  ['cable', /([\d.]+) m$/, (s) => s['lengthM'], Number],
  ['cable', /(\d+) cm$/, (s) => s['lengthM'], (cm) => Number(cm) / 100],
  ['cable', /Extension/, (s) => s['extension'], () => true],
  ['usb-ports', /(\d) USB Hub/, (s) => Number(s['usbAPorts']) + Number(s['usbCPorts']), Number],
  ['usb-ports', /Tray of (\d+)/, (s) => [s['form'], s['quantity']], (n) => ['connector', Number(n)]],
];

test.each(SAID)('names of the kind %s that say %s are true', (kind, said, has, is) => {
  const found = of(kind).flatMap(({ name, specs }) => {
    const match = said.exec(name);
    return match ? [[name, has(specs, ...match.slice(1)), is(...match.slice(1))] as const] : [];
  });
  expect(found.length).toBeGreaterThan(0);
  for (const [name, value, expected] of found) expect([name, value]).toEqual([name, expected]);
});

/** What is drawn of a part, as its specifications have it. */
const drawn = (image: Image): Specs => {
  switch (image.kind) {
    case 'hard-disk':
      return { formFactor: `${image.form}-inch` };
    case 'processor':
      return { cores: Number.parseInt(image.cores, 10) };
    case 'memory':
      return { modules: image.sticks };
    case 'motherboard':
      return { pcieX16Slots: image.slots };
    case 'graphics-card':
      return { lengthMm: image.length, fans: image.fans };
    case 'cooler':
      return image.fans === undefined ? {} : { fans: image.fans };
    case 'fan':
      return { sizeMm: image.size, quantity: image.count ?? 1, lit: image.glow !== undefined };
    case 'power-supply':
      return { wattageW: image.watts };
    default:
      return {};
  }
};

test.each(named)('%s is drawn as it is', (_, { image, specs }) => {
  if (typeof image !== 'string') expect(specs).toMatchObject(drawn(image));
});

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/** A value of the table in the ways in which a text might say it again: in centimetres, in terabytes. */
const waysToSay = ([key, value]: [string, unknown]): number[] => {
  if (typeof value !== 'number' || value === 0) return [];
  if (key.endsWith('Mm')) return [value, value / 10];
  if (key.endsWith('Gb')) return [value, value / 1_000];
  return key.endsWith('M') ? [value, value * 100] : [value];
};

test.each(named)('the description of %s repeats no number of its table', (_, { description, specs }) => {
  const said = (description.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(',', '')));
  const again = Object.entries(specs).flatMap(waysToSay);
  expect(said.filter((number) => again.includes(number))).toEqual([]);
});
