/** The filters by specifications as the address and the API have them: `socket:AM5,AM4;tdpW:65..125`. */

/** Among the values of a specification: it is not stated. */
export const UNSTATED = '~';

const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const RANGE = /^(-?\d{1,9}(?:\.\d{1,6})?)?\.\.(-?\d{1,9}(?:\.\d{1,6})?)?$/;

interface Option {
  value: string;
  label?: string;
  aliases?: readonly string[];
}

/** A specification that can be filtered by: a facet, or one of a kind. */
export interface FilterableSpec {
  key: string;
  label: string;
  /** By values, of which several can be chosen, or by a range of a number. */
  type: 'values' | 'range';
  /** The values that there are, in their order; absent where any number is one. */
  options?: readonly Option[];
}

/** What is chosen, by keys: options' values, a range, `~`. */
export type SpecChoices = ReadonlyMap<string, readonly string[]>;

export interface ReadSpec {
  /** Normalised: keys and values are in the order of the kind's. */
  spec: string;
  choices: SpecChoices;
  /** What the kind does not have, as it was written; it has no effect. */
  dropped: string[];
}

function parse(text: string): Map<string, string[]> {
  const choices = new Map<string, string[]>();
  for (const entry of text.split(';')) {
    const colon = entry.indexOf(':');
    const key = (colon < 0 ? entry : entry.slice(0, colon)).trim();
    const items = colon < 0 ? [] : entry.slice(colon + 1).split(',');
    if (key) choices.set(key, [...(choices.get(key) ?? []), ...items.map((item) => item.trim())]);
  }
  return choices;
}

/** Choices as `spec` has them. */
export const formatSpec = (choices: SpecChoices): string =>
  [...choices].map(([key, items]) => `${key}:${items.join(',')}`).join(';');

/** The bounds of a range, as texts; '' where it is open. */
export function boundsOf(items: readonly string[] = []): [from: string, to: string] {
  const [, from = '', to = ''] = items.map((item) => RANGE.exec(item)).find(Boolean) ?? [];
  return [from, to];
}

/** A range as `spec` has it; '' without bounds, undefined when it is none. */
export function rangeOf(from: string, to: string): string | undefined {
  const range = from || to ? `${from}..${to}` : '';
  const isRange = range === '' || (RANGE.test(range) && !(from && to && Number(from) > Number(to)));
  return isRange ? range : undefined;
}

const numbersOf = (items: readonly string[]) =>
  items
    .filter((item) => NUMBER.test(item))
    .toSorted((one, other) => Number(one) - Number(other))
    .map((value) => ({ value }));

/** As the server compares the names of options. */
const folded = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');

const isCalled = ({ value, label = value, aliases = [] }: Option, item: string) =>
  [value, label, ...aliases].some((name) => folded(name) === folded(item));

/** Those of some items that a specification takes, in its order, each as it is written. */
function known({ type, options }: FilterableSpec, items: readonly string[]): Map<string, string> {
  const pairs: [item: string, value: string][] = [];
  if (type === 'values')
    for (const option of options ?? numbersOf(items))
      for (const item of items) if (isCalled(option, item)) pairs.push([item, option.value]);
  if (type === 'range') {
    // a number alone is a range as well
    const ranges = items.flatMap((item): [string, string][] => {
      const range = item.includes('..') ? item : `${item}..${item}`;
      return rangeOf(...boundsOf([range])) ? [[item, range]] : [];
    });
    pairs.push(...ranges.slice(0, 1));
  }
  if (items.includes(UNSTATED)) pairs.push([UNSTATED, UNSTATED]);
  return new Map(pairs);
}

/**
 * Reads the filters of an address.
 *
 * @param specs those of the kind; without them everything is taken for known
 */
export function readSpec(text = '', specs?: readonly FilterableSpec[]): ReadSpec {
  const written = parse(text);
  if (!specs) return { spec: formatSpec(written), choices: written, dropped: [] };
  const choices = new Map<string, string[]>();
  const dropped: string[] = [];
  for (const spec of specs) {
    const items = written.get(spec.key);
    if (!items) continue;
    written.delete(spec.key);
    const values = known(spec, items);
    if (values.size > 0) choices.set(spec.key, [...new Set(values.values())]);
    dropped.push(...items.filter((item) => !values.has(item)).map((item) => `${spec.label}: ${item}`));
  }
  dropped.push(...[...written].map(([key, items]) => `${key}: ${items.join(', ')}`));
  return { spec: formatSpec(choices), choices, dropped };
}

/** The filters without those of a specification. */
export function withoutKey(choices: SpecChoices, key: string): string {
  return formatSpec(new Map([...choices].filter(([each]) => each !== key)));
}
