import type { ReactNode } from 'react';
import type { Changes } from '../lib/changed-search';
import { isDay } from '../lib/days';
import { count, date, money } from '../lib/format';
import { MAX_PRICE, priceOf } from '../lib/limits';

/** Value and label. */
export type Options = readonly (readonly [string, string])[];

interface Common {
  label: string;
  /** Folded away behind "More filters" until someone asks for it or it is set. */
  more?: true;
}

/** One of several values. */
export interface SelectFilter<Name extends string = string> extends Common {
  kind: 'select';
  name: Name;
  options: Options;
  /** Label for no choice. */
  any?: string;
  /** In effect without a choice. Such a filter always has a value, so it hides nothing that could be cleared. */
  fallback?: string;
}

/** One of several values, as tabs above the list; `<ListPage tabCounts>` has their counts. At most one in a list. */
export interface TabsFilter<Name extends string = string> extends Common {
  kind: 'tabs';
  name: Name;
  options: Options;
  any: string;
}

/** Free text, as of a customer. */
export interface TextFilter<Name extends string = string> extends Common {
  kind: 'text';
  name: Name;
  placeholder?: string;
  maxLength?: number;
}

/** On or not filtered. */
export interface ToggleFilter<Name extends string = string> extends Common {
  kind: 'toggle';
  name: Name;
}

/** Days from and to, both included, each with a parameter of its own: `2026-11-22`. */
export interface DatesFilter<Name extends string = string> extends Common {
  kind: 'dates';
  from: Name;
  to: Name;
}

/** Least and greatest amount, each with a parameter of its own; dollars, unless `unit` is a plain number's. */
export interface AmountsFilter<Name extends string = string> extends Common {
  kind: 'amounts';
  from: Name;
  to: Name;
  unit?: 'dollars' | 'units';
  max?: number;
}

/** Any other control, such as a picker of products. */
export interface CustomFilter<Name extends string = string> extends Common {
  kind: 'custom';
  name: Name;
  /** Filters that mean nothing without this one, and go when it changes. */
  dependents?: readonly Name[];
  isValid: (text: string) => boolean;
  /** The value as its tag shows it; a component may load its name. */
  show: (text: string) => ReactNode;
  Input: (props: {
    id: string;
    value: string | undefined;
    onChange: (value: string | undefined) => void;
  }) => ReactNode;
}

/** Several filters in one parameter, such as those of specifications: each has a tag of its own. */
export interface CompoundFilter<Name extends string = string> extends Common {
  kind: 'compound';
  name: Name;
  /** What it takes of a text, as it writes it, and what it does not; '' for nothing. */
  read: (text: string) => ReadValue;
  tags: (
    text: string,
  ) => readonly { label: string; value: ReactNode; /** The text without it. */ rest: string }[];
  /** Its control, with its label. */
  Input: (props: {
    value: string | undefined;
    onChange: (value: string | undefined, how?: { typed?: boolean }) => void;
  }) => ReactNode;
}

export type Filter<Name extends string = string> =
  | SelectFilter<Name>
  | TabsFilter<Name>
  | TextFilter<Name>
  | ToggleFilter<Name>
  | DatesFilter<Name>
  | AmountsFilter<Name>
  | CustomFilter<Name>
  | CompoundFilter<Name>;

/** What a filter takes of a text of the URL, and what it leaves out. */
export interface ReadValue {
  value: string;
  dropped: string;
}

/** URL parameter → valid text. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

export function amountOf(filter: AmountsFilter, text: string): number | undefined {
  if (filter.unit !== 'units') return priceOf(text, filter.max ?? MAX_PRICE);
  const units = Number(text);
  return text !== '' && Number.isInteger(units) && units >= 0 && units <= (filter.max ?? 1e9)
    ? units
    : undefined;
}

/** The URL parameters of a filter. */
export const paramsOf = (filter: Filter): string[] =>
  'from' in filter ? [filter.from, filter.to] : [filter.name];

/** Whether a filter takes a text of the URL as its value. */
function accepts(filter: Exclude<Filter, CompoundFilter>, text: string): boolean {
  switch (filter.kind) {
    case 'select':
    case 'tabs':
      return filter.options.some(([value]) => value === text);
    case 'text':
      return text.trim() !== '' && text.length <= (filter.maxLength ?? 200);
    case 'toggle':
      return text === 'true';
    case 'dates':
      return isDay(text);
    case 'amounts':
      return amountOf(filter, text) !== undefined;
    default:
      return filter.isValid(text);
  }
}

/** Reads a text of the URL. */
export function readValue(filter: Filter | undefined, text: string): ReadValue {
  if (filter?.kind === 'compound') return filter.read(text);
  return filter && accepts(filter, text) ? { value: text, dropped: '' } : { value: '', dropped: text };
}

/** Whether clearing a filter shows more rows. */
export const narrows = (filter: Filter): boolean => !(filter.kind === 'select' && filter.fallback);

/** A value as the `search` calls take it. */
export function argOf(filter: Filter, text: string): string | number | boolean | undefined {
  if (filter.kind === 'toggle') return true;
  return filter.kind === 'amounts' ? amountOf(filter, text) : text;
}

export interface FilterTag {
  /** What removing it changes. */
  changes: Changes;
  label: string;
  value: ReactNode;
}

const dayText = (day: string): string => date(`${day}T00:00:00Z`);

export function rangeText(
  from: string | undefined,
  to: string | undefined,
  show: (text: string) => string,
): string {
  if (from && to) return from === to ? show(from) : `${show(from)} – ${show(to)}`;
  return from ? `from ${show(from)}` : `up to ${show(to ?? '')}`;
}

const without = (params: readonly string[]): Changes =>
  Object.fromEntries(params.map((name) => [name, undefined]));

/** What a filter that is set says about itself; none when it is not. */
export function tagOf(filter: Filter, values: FilterValues): FilterTag[] {
  const params = paramsOf(filter).filter((name) => values[name]);
  if (params.length === 0 || !narrows(filter)) return [];
  const text = values[params[0]!] ?? '';
  if (filter.kind === 'compound')
    return filter
      .tags(text)
      .map(({ label, value, rest }) => ({ changes: { [filter.name]: rest || undefined }, label, value }));
  const tag = (value: ReactNode): FilterTag[] => [{ changes: without(params), label: filter.label, value }];
  if (filter.kind === 'dates') return tag(rangeText(values[filter.from], values[filter.to], dayText));
  if (filter.kind === 'amounts') {
    const show = (text: string) => (filter.unit === 'units' ? count : money)(Number(text));
    return tag(rangeText(values[filter.from], values[filter.to], show));
  }
  if (filter.kind === 'toggle') return tag('yes');
  if (filter.kind === 'custom')
    return [
      {
        changes: without([...params, ...(filter.dependents ?? [])]),
        label: filter.label,
        value: filter.show(text),
      },
    ];
  if (filter.kind === 'text') return tag(text);
  return tag(filter.options.find(([value]) => value === text)?.[1] ?? text);
}
