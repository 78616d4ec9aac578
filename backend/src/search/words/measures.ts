/** Numbers with units as people write them in names and searches: `16gb`, `16 GB`, `1 TB` and `1000 GB` become one word. */

/** What one of each unit is, by its name in lower case: the unit that it is counted in, and how many of it. */
const MEASURES: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1_000],
  metre: ['mm', 1_000],
  metres: ['mm', 1_000],
  meter: ['mm', 1_000],
  meters: ['mm', 1_000],
  inch: ['mm', 25.4],
  inches: ['mm', 25.4],
  w: ['w', 1],
  watt: ['w', 1],
  watts: ['w', 1],
  kw: ['w', 1_000],
  gb: ['gb', 1],
  tb: ['gb', 1_000],
  mb: ['gb', 0.001],
  mhz: ['mhz', 1],
  ghz: ['mhz', 1_000],
  // what memory does in a second is called both
  mts: ['mhz', 1],
  rpm: ['rpm', 1],
  db: ['db', 1],
  dba: ['db', 1],
  v: ['v', 1],
  volt: ['v', 1],
  cfm: ['cfm', 1],
  hz: ['hz', 1],
  bit: ['bit', 1],
  mbs: ['mbs', 1],
  gbs: ['mbs', 1_000],
  gts: ['gts', 1],
  mbits: ['gbps', 0.001],
  gbits: ['gbps', 1],
  gbps: ['gbps', 1],
};

const UNIT_NAMES = Object.keys(MEASURES).toSorted((a, b) => b.length - a.length);
const NUMBER = String.raw`\d{1,9}(?:[.,]\d{1,6})?`;
/** Nothing before it that it would be a part of. */
const BEGIN = String.raw`(?<![\p{L}\p{N}.,])`;
/** A unit as a whole word: no `m` of `4 M.2`. */
const UNIT = String.raw`(${UNIT_NAMES.join('|')})(?![\p{L}\p{N}]|\.\p{N})`;
/** A number and a unit, at once or with a space or hyphen between. */
export const MEASURE = new RegExp(String.raw`${BEGIN}(${NUMBER})[\s-]?${UNIT}`, 'gu');
/** Several of a number and a unit: `2x16gb`, `2 × 16 GB`. */
export const SEVERAL = new RegExp(String.raw`${BEGIN}(\d{1,9})\s?[x×]\s?(${NUMBER})[\s-]?${UNIT}`, 'gu');

/** `1,5` is one and a half, `1,000` a thousand. */
const numberOf = (text: string): number =>
  Number(/^\d{1,3},\d{3}$/.test(text) ? text.replace(',', '') : text.replace(',', '.'));

/** The word of a number and a unit, such as `1000gb`. */
export function measureWord(number: string, name: string): string {
  const [unit, factor] = MEASURES[name]!;
  return `${Number((numberOf(number) * factor).toFixed(3))}${unit}`;
}

/** Whether a word may be the unit of the number before it. */
export const isUnit = (word: string): boolean => Object.hasOwn(MEASURES, word);
