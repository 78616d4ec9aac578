import { createHash } from 'node:crypto';
import { text } from './cells.mjs';

/** What a shop has of a part and the data does not: a number, a price, stock. The same for a part each time. */

/** Of each kind what one is called, the prefix of its numbers, what its prices are between, and an image of the demo. */
const KINDS = {
  processor: { label: 'Processor', sku: 'CPU', dollars: [60, 900], img: 'kestrel-k7-processor' },
  motherboard: { label: 'Motherboard', sku: 'MB', dollars: [55, 700], img: 'anvil-x9-atx-motherboard' },
  case: { label: 'Case', sku: 'CASE', dollars: [35, 400], img: 'bastion-one-tower-case' },
  'graphics-card': {
    label: 'Graphics card',
    sku: 'GPU',
    dollars: [90, 2_400],
    img: 'vantar-60-graphics-card-12-gb',
  },
  'power-supply': {
    label: 'Power supply',
    sku: 'PSU',
    dollars: [35, 450],
    img: 'dynamo-850-gold-power-supply',
  },
  cooler: { label: 'CPU cooler', sku: 'COOL', dollars: [15, 320], img: 'glacis-120-tower-cpu-cooler' },
  memory: { label: 'Memory', sku: 'MEM', dollars: [18, 600], img: 'lattice-ddr5-memory-kit-2-x-16-gb' },
  ssd: { label: 'SSD', sku: 'SSD', dollars: [20, 900], img: 'dart-500-nvme-ssd-1-tb' },
  'hard-disk': { label: 'Hard disk', sku: 'HDD', dollars: [35, 600], img: 'quarry-4-hard-disk-4-tb' },
  fan: { label: 'Fan', sku: 'FAN', dollars: [5, 120], img: 'halyard-120-case-fan' },
};

/** Of what the data names no kind for. */
const OTHER = { label: 'Part', sku: 'PART', dollars: [10, 200], img: 'dart-s-2-5-inch-ssd-960-gb' };

const MAX_NAME = 200;
const MAX_MAKER = 100;
const MAX_NUMBER = 64;
const MAX_NUMBERS = 20;

/** From 0 to 1, by the id of a part and what it is for. */
const drawn = (id, what) => createHash('sha256').update(`${what} ${id}`).digest().readUInt32BE() / 2 ** 32;

/** As many low prices as high ones, by their ratio. */
function priceOf(id, [low, high]) {
  const dollars = Math.floor(low * (high / low) ** drawn(id, 'price'));
  return (dollars + 0.99).toFixed(2);
}

/** A twelfth of the parts is sold out. */
function stockOf(id) {
  const share = drawn(id, 'stock');
  return share < 1 / 12 ? 0 : Math.ceil(share ** 2 * 400);
}

const MINIMUMS = [1, 1, 1, 1, 2, 5, 10];
const minimumOf = (id) => MINIMUMS[Math.floor(drawn(id, 'minimum') * MINIMUMS.length)];

function descriptionOf({ metadata = {} }, label) {
  const maker = text(metadata.manufacturer);
  const of = [
    text(metadata.series) && `series ${text(metadata.series)}`,
    text(metadata.variant) && `variant ${text(metadata.variant)}`,
  ].filter(Boolean);
  const what = `${label}${maker ? ` by ${maker}` : ''}`;
  return `${[what, ...of].join(', ')}.`;
}

const isFragment = ([number, times]) => number.length < 4 || (number.length < 6 && times > 1) || times > 3;

/**
 * The part numbers of a file that are none: what is left of a number that was split at a slash, such as `16` and `OC`. They are
 * very short, or short and on several parts, or on more parts than a number is.
 */
export function fragmentsOf(parts) {
  const uses = new Map();
  for (const { metadata } of parts)
    for (const number of new Set(metadata?.part_numbers ?? [])) uses.set(number, (uses.get(number) ?? 0) + 1);
  return new Set([...uses].filter(isFragment).map(([number]) => number));
}

/** @param fragments what `fragmentsOf` found in the file of the part */
export function partNumbersOf({ metadata }, fragments) {
  const numbers = (metadata?.part_numbers ?? [])
    .filter((number) => !fragments.has(number))
    .map((number) => text(number))
    .filter((number) => number && number.length <= MAX_NUMBER && !number.includes(';'));
  return [...new Set(numbers)].slice(0, MAX_NUMBERS);
}

/** The columns of a part that are not its specifications. */
export function productOf(part, kind, fragments) {
  const { label, sku, dollars, img } = KINDS[kind] ?? OTHER;
  const { opendb_id: id, metadata = {} } = part;
  return {
    externalId: id,
    // twelve digits of the id: none of the parts has the same
    sku: `${sku}-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`,
    name: (text(metadata.name) ?? '').slice(0, MAX_NAME).trim(),
    kind: kind ?? '',
    manufacturer: (text(metadata.manufacturer) ?? '').slice(0, MAX_MAKER).trim(),
    partNumbers: partNumbersOf(part, fragments).join(';'),
    price: priceOf(id, dollars),
    minimumOQ: minimumOf(id),
    availableQ: stockOf(id),
    description: descriptionOf(part, label),
    img: `/products/${img}.webp`,
  };
}
