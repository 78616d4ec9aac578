/** Filters by specifications as one text, in addresses and in the API: `socket:AM5,AM4;tdpW:65..125,~`. */

/** Stands for a value that is not stated. */
export const UNSTATED = '~';

/** A specification that can be filtered by, as the facets of the API describe it. */
export interface FilterableSpec {
  key: string;
  /** By values, of which several can be chosen, or by a range of a number. */
  type: 'values' | 'range';
  /** The values that there are, in their order; absent where any number is one. */
  options?: readonly { value: string }[];
}

/** What one specification may be: any of these. */
export interface SpecFilter {
  key: string;
  values: readonly string[];
  /** Bounds of a number, both included. */
  from?: number;
  to?: number;
  /** Whether it may be one that is not stated. */
  orUnstated: boolean;
}

export interface ReadSpecFilters {
  /** In the order of the specifications. */
  filters: SpecFilter[];
  /** What is unknown, as it was written: `colour:red`. */
  dropped: string[];
}

const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const RANGE = /^(-?\d{1,9}(?:\.\d{1,6})?)?\.\.(-?\d{1,9}(?:\.\d{1,6})?)?$/;

const bound = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

/** The bounds of a range; none where the text is no range. A number alone is a range of one. */
function rangeOf(text: string): Pick<SpecFilter, 'from' | 'to'> | undefined {
  if (NUMBER.test(text)) return { from: Number(text), to: Number(text) };
  const [, low, high] = RANGE.exec(text) ?? [];
  const [from, to] = [bound(low), bound(high)];
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

const isKnown = ({ options }: FilterableSpec, value: string): boolean =>
  options ? options.some((option) => option.value === value) : NUMBER.test(value);

/** Reads the values of one specification; those that it does not have are dropped. */
function readValues(spec: FilterableSpec, text: string): { filter: SpecFilter; dropped: string[] } {
  const values = new Set<string>();
  const dropped: string[] = [];
  let range: ReturnType<typeof rangeOf>;
  let orUnstated = false;
  for (const part of text.split(',').map((each) => each.trim())) {
    const found = spec.type === 'range' && !range ? rangeOf(part) : undefined;
    if (part === UNSTATED) orUnstated = true;
    else if (found) range = found;
    else if (spec.type === 'values' && isKnown(spec, part)) values.add(part);
    else if (part !== '') dropped.push(`${spec.key}:${part}`);
  }
  return { filter: { key: spec.key, values: [...values], ...range, orUnstated }, dropped };
}

const isEmpty = ({ values, from, to, orUnstated }: SpecFilter): boolean =>
  values.length === 0 && from === undefined && to === undefined && !orUnstated;

/** Reads a text of an address. Of a key that is there twice the first counts. */
export function readSpecFilters(text: string, specs: readonly FilterableSpec[]): ReadSpecFilters {
  const found = new Map<string, SpecFilter>();
  const dropped: string[] = [];
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue;
    const colon = entry.indexOf(':');
    const key = entry.slice(0, Math.max(colon, 0)).trim();
    const spec = specs.find((each) => each.key === key);
    if (!spec || found.has(key)) {
      dropped.push(entry.trim());
      continue;
    }
    const read = readValues(spec, entry.slice(colon + 1));
    dropped.push(...read.dropped);
    if (!isEmpty(read.filter)) found.set(key, read.filter);
  }
  return { filters: specs.flatMap(({ key }) => found.get(key) ?? []), dropped };
}

function valueText({ options }: FilterableSpec, { values, from, to, orUnstated }: SpecFilter): string {
  const place = (value: string) => options?.findIndex((option) => option.value === value) ?? Number(value);
  return [
    ...[...new Set(values)].toSorted((one, other) => place(one) - place(other)),
    ...(from === undefined && to === undefined ? [] : [`${from ?? ''}..${to ?? ''}`]),
    ...(orUnstated ? [UNSTATED] : []),
  ].join(',');
}

/** The one text of these filters, whatever order they were chosen in: keys and values in their order, '' for none. */
export const formatSpecFilters = (filters: readonly SpecFilter[], specs: readonly FilterableSpec[]): string =>
  specs
    .flatMap((spec) => {
      const filter = filters.find(({ key }) => key === spec.key);
      return filter && !isEmpty(filter) ? [`${spec.key}:${valueText(spec, filter)}`] : [];
    })
    .join(';');

/** The filter of a specification; an empty one where there is none. */
export const filterOfSpec = (filters: readonly SpecFilter[], key: string): SpecFilter =>
  filters.find((filter) => filter.key === key) ?? { key, values: [], orUnstated: false };

/** The filters with another one for its specification. */
export const withSpecFilter = (filters: readonly SpecFilter[], filter: SpecFilter): SpecFilter[] => [
  ...filters.filter(({ key }) => key !== filter.key),
  filter,
];
