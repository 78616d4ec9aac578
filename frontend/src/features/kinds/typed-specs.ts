import type { Spec } from '../../api/types';
import { isSameValue } from '../../forms/merge-edits';
import type { Specs, SpecValue } from './spec-text';

/** A value as a form has it: a flag is `yes`, `no` or empty; what is empty is not known. */
export type TypedSpec = string | string[];
export type TypedSpecs = Readonly<Record<string, TypedSpec | undefined>>;

function toTyped(value: SpecValue | undefined): TypedSpec {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
}

export const toTypedSpecs = (specs: Specs = {}): TypedSpecs =>
  Object.fromEntries(Object.entries(specs).map(([key, value]) => [key, toTyped(value)]));

const isEmpty = (typed: TypedSpec | undefined): boolean => (typed ?? '').length === 0;

/** Whether a specification could have what was typed for another one of the same key. */
export function takes({ type, options }: Spec, typed: TypedSpec | undefined): boolean {
  if (typed === undefined || isEmpty(typed)) return true;
  const isOption = (value: string) => options.some((option) => option.value === value);
  switch (type) {
    case 'choices':
      return Array.isArray(typed) && typed.every(isOption);
    case 'choice':
      return typeof typed === 'string' && isOption(typed);
    case 'flag':
      return typed === 'yes' || typed === 'no';
    case 'number':
      return typeof typed === 'string' && /^\s*[-+]?[.,]?\d/.test(typed);
    default:
      return typeof typed === 'string';
  }
}

/** Those of the values that other specifications can have too; the others are emptied. */
export const keptSpecs = (specs: readonly Spec[], typed: TypedSpecs): TypedSpecs =>
  Object.fromEntries(specs.map((spec) => [spec.key, takes(spec, typed[spec.key]) ? typed[spec.key] : '']));

/** Whether a text can be one number only: `1.000` may be one or a thousand, which the server asks. */
const isPlainNumber = (text: string): boolean =>
  Number.isFinite(Number(text)) && String(Number(text)) === text;

/** What is sent of what was typed; null where nothing was. A number with a unit is read by the server. */
export function toSent(spec: Spec, typed: TypedSpec | undefined): SpecValue | null {
  if (typed === undefined || isEmpty(typed)) return null;
  if (Array.isArray(typed))
    return spec.options.map(({ value }) => value).filter((value) => typed.includes(value));
  const text = typed.trim();
  if (text === '') return null;
  if (spec.type === 'flag') return text === 'yes';
  return spec.type === 'number' && isPlainNumber(text) ? Number(text) : text;
}

/** The specifications of a new part, without those that are not known. */
export function sentSpecs(specs: readonly Spec[], typed: TypedSpecs): Record<string, SpecValue> {
  const sent = specs.map((spec) => [spec.key, toSent(spec, typed[spec.key])] as const);
  return Object.fromEntries(sent.filter((entry): entry is [string, SpecValue] => entry[1] !== null));
}

/** The specifications that an edit changes; null takes a value away. */
export function changedSpecs(
  specs: readonly Spec[],
  before: Specs | undefined,
  typed: TypedSpecs,
): Record<string, SpecValue | null> {
  const sent = specs.map((spec) => [spec.key, toSent(spec, typed[spec.key])] as const);
  return Object.fromEntries(sent.filter(([key, value]) => !isSameValue(value, before?.[key] ?? null)));
}
