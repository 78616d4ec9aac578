import { InvalidInput } from '../common/errors.js';
import type { Kind, Spec } from '../kinds/kind.js';
import { readSpec } from '../kinds/spec-value.js';

/**
 * Filters by specifications as one text: `socket:AM5,AM4;tdpW:65..125`. Bounds may be open (`65..`), and `~` stands for a value
 * that is not stated.
 */

/** What one specification may be: any of these. */
export interface SpecFilter {
  spec: Spec;
  /** Options' values, `true` and `false` of a flag, or numbers. */
  values: readonly (string | number | boolean)[];
  /** Of a number that is filtered by a range; both bounds are included. */
  range?: { min?: number; max?: number };
  /** Whether it may be one that is not known. */
  orNotStated: boolean;
}

export const NOT_STATED = '~';

/** Values of one specification in a filter; more are somebody trying. */
const MAX_VALUES = 300;

const RANGE = /^(-?\d{1,9}(?:\.\d{1,6})?)?\.\.(-?\d{1,9}(?:\.\d{1,6})?)?$/;

const refuse = (message: string): never => {
  throw new InvalidInput({ spec: message });
};

function readValue(spec: Spec, text: string): string | number | boolean {
  const read = readSpec(spec, text);
  if ('error' in read) return refuse(`${spec.label}: ${read.error}`);
  const [value] = [read.value].flat();
  if (value === undefined || (Array.isArray(read.value) && read.value.length !== 1))
    return refuse(`${spec.label}: “${text}” is not a value of it.`);
  return value;
}

function readFilter(spec: Spec, text: string): SpecFilter {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_VALUES) refuse(`${spec.label}: Give at most ${MAX_VALUES} values.`);
  const filter: SpecFilter = { spec, values: [], orNotStated: parts.includes(NOT_STATED) };
  const values = new Set<string | number | boolean>();
  for (const part of parts) {
    if (part === NOT_STATED) continue;
    const hasRanges = spec.type === 'number' && spec.filter === 'range';
    const range = hasRanges ? RANGE.exec(part) : null;
    if (!range) {
      if (hasRanges && part.includes('..')) refuse(`${spec.label}: Write a range as 65..125, 65.. or ..125.`);
      if (spec.type === 'number' && part.includes('..'))
        refuse(`${spec.label}: It takes values, and no range.`);
      values.add(readValue(spec, part));
      continue;
    }
    const [min, max] = [range[1], range[2]].map((bound) => (bound === undefined ? undefined : Number(bound)));
    if (min === undefined && max === undefined) refuse(`${spec.label}: The range has no bound.`);
    if (filter.range) refuse(`${spec.label}: Give one range.`);
    if (min !== undefined && max !== undefined && min > max)
      refuse(`${spec.label}: The lower bound is above the upper one.`);
    filter.range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  }
  return { ...filter, values: [...values] };
}

/**
 * Reads a filter by specifications.
 *
 * @param kind the chosen one, where there is one
 * @throws InvalidInput for a key or value that the kind does not have
 */
export function readSpecFilters(kind: Kind | undefined, text: string | undefined): SpecFilter[] {
  if (text === undefined || text.trim() === '') return [];
  if (!kind) return refuse('Choose a kind first: specifications belong to one.');
  const filters = new Map<string, SpecFilter>();
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue;
    const colon = entry.indexOf(':');
    const key = entry.slice(0, colon).trim();
    if (colon < 1) refuse('Write each filter as key:value.');
    const spec = kind.specs.find((each) => each.key === key);
    if (!spec || spec.filter === 'none')
      return refuse(`The kind ${kind.label} has no filter ${key.slice(0, 40)}.`);
    if (filters.has(key)) refuse(`${spec.label}: It is there twice.`);
    filters.set(key, readFilter(spec, entry.slice(colon + 1)));
  }
  // else it would exclude nothing
  if (filters.size === 0) return refuse('Write each filter as key:value.');
  return kind.specs.flatMap(({ key }) => filters.get(key) ?? []);
}

/** The specification that rows are sorted by. @throws InvalidInput */
export function readSpecSort(
  kind: Kind | undefined,
  text: string | undefined,
): { spec: Spec; direction: 1 | -1 } | undefined {
  if (text === undefined) return undefined;
  const key = text.replace(/^-/, '');
  if (!kind) throw new InvalidInput({ sortSpec: 'Choose a kind first: specifications belong to one.' });
  const spec = kind.specs.find((each) => each.key === key);
  if (!spec) throw new InvalidInput({ sortSpec: `The kind ${kind.label} has no specification ${key}.` });
  return { spec, direction: text.startsWith('-') ? -1 : 1 };
}
