import type { Spec, SpecOption, SpecType } from '../kind.js';

/** Short ways of writing down the specifications of the shop's kinds. */

type Fields = Partial<Omit<Spec, 'key' | 'label' | 'group' | 'type' | 'options'>>;

/** A specification before it stands in a group. */
export type Ungrouped = Omit<Spec, 'group'>;

const spec = (
  type: SpecType,
  key: string,
  label: string,
  options: SpecOption[],
  fields: Fields,
): Ungrouped => ({
  key,
  label,
  type,
  options,
  required: false,
  filter: 'none',
  onCard: false,
  compared: true,
  ...fields,
});

/** A number of a unit, filtered by a range. */
export const measure = (
  key: string,
  label: string,
  unit: string,
  [min, max]: readonly [number, number],
  fields: Fields = {},
): Ungrouped => spec('number', key, label, [], { unit, min, max, filter: 'range', ...fields });

/** A number of things, filtered by its values. */
export const quantity = (
  key: string,
  label: string,
  [min, max]: readonly [number, number],
  fields: Fields = {},
): Ungrouped => spec('number', key, label, [], { min, max, filter: 'values', ...fields });

export const choice = (key: string, label: string, options: SpecOption[], fields: Fields = {}): Ungrouped =>
  spec('choice', key, label, options, { filter: 'values', ...fields });

export const choices = (key: string, label: string, options: SpecOption[], fields: Fields = {}): Ungrouped =>
  spec('choices', key, label, options, { filter: 'values', ...fields });

export const flag = (key: string, label: string, fields: Fields = {}): Ungrouped =>
  spec('flag', key, label, [], { filter: 'values', ...fields });

export const text = (key: string, label: string, fields: Fields = {}): Ungrouped =>
  spec('text', key, label, [], fields);

/** An option; its value is its label unless it is named. */
export const option = (label: string, value = label, ...aliases: string[]): SpecOption => ({
  value,
  label,
  aliases,
});

/** Specifications under a heading. */
export const group = (heading: string, ...specs: Ungrouped[]): Spec[] =>
  specs.map((each) => ({ ...each, group: heading }));

/** Of a number that nobody has entered, catalogues have 0. */
export const UNENTERED = { zero: 'unknown' } as const;
export const NONE_IS_0 = { zero: 'none' } as const;
export const ON_CARD = { onCard: true } as const;
