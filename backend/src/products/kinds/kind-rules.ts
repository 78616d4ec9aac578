import { type Kind, MAX_ON_CARD, type Spec } from '../../kinds/kind.js';
import type { KindBook } from '../../kinds/kind-book.js';
import { foldedName } from '../../kinds/spec-value.js';
import type { ReplaceKindDto } from './kind-edit.dto.js';

/** Messages by the field of the body that they are about: `specs.2.options.1.value`. */
export type KindErrors = Record<string, string>;

const isChoice = ({ type }: Pick<Spec, 'type'>): boolean => type === 'choice' || type === 'choices';

/** The places of a list whose name an earlier one has. */
const repeats = (names: readonly string[]): number[] =>
  names.flatMap((name, n) => (names.indexOf(name) < n ? [n] : []));

/** What is wrong with a kind by itself, and beside the other kinds. */
export function kindErrors(kind: Kind, others: KindBook): KindErrors {
  const errors: KindErrors = {};
  for (const n of repeats(kind.specs.map(({ key }) => key.toLowerCase())))
    errors[`specs.${n}.key`] = 'Another specification of this kind has this key.';
  for (const n of repeats(kind.specs.map(({ label }) => foldedName(label))))
    errors[`specs.${n}.label`] = 'Another specification of this kind has this name.';
  for (const [n, spec] of kind.specs.entries()) specErrors(spec, `specs.${n}`, errors);
  kind.specs
    .map(({ onCard }, n) => (onCard ? n : -1))
    .filter((n) => n >= 0)
    .slice(MAX_ON_CARD)
    .forEach((n) => (errors[`specs.${n}.onCard`] = `Cards show at most ${MAX_ON_CARD} specifications.`));
  for (const [field, name] of [
    ['label', kind.label],
    ['plural', kind.plural],
    ...kind.aliases.map((alias, n) => [`aliases.${n}`, alias] as const),
  ] as const) {
    const owner = others.find(name);
    if (owner && owner.slug !== kind.slug) errors[field] = `The kind ${owner.label} is called so.`;
  }
  return errors;
}

function specErrors(spec: Spec, place: string, errors: KindErrors): void {
  const { type, filter, options, min, max } = spec;
  const fail = (field: string, message: string) => (errors[`${place}.${field}`] = message);
  if (type !== 'number') {
    for (const field of ['unit', 'min', 'max', 'decimals', 'zero'] as const)
      if (spec[field] !== undefined) fail(field, 'Only a number has this.');
    if (filter === 'range') fail('filter', 'Only numbers are filtered by a range.');
  }
  if (min !== undefined && max !== undefined && min > max) fail('max', `Enter at least ${min}.`);
  if (type === 'text' && filter === 'values') fail('filter', 'Texts are not filtered; make it a choice.');
  if (!isChoice(spec)) {
    if (options.length > 0) fail('options', 'Only choices have options.');
    return;
  }
  if (options.length === 0) fail('options', 'Add at least one option.');
  const names = new Map<string, number>();
  for (const [n, { value, label, aliases }] of options.entries())
    for (const name of new Set([value, label, ...aliases].map(foldedName))) {
      const other = names.get(name);
      if (other === undefined) names.set(name, n);
      else fail(`options.${n}.value`, `Option ${other + 1} is called so as well.`);
    }
}

/** An option's value that its parts are to have instead of the former one. */
export interface Rename {
  key: string;
  from: string;
  to: string;
  isList: boolean;
}

/** What parts must not have for a change to be possible. */
export interface Restriction {
  /** The field of the body that it is about. */
  field: string;
  key: string;
  /** Which values are in the way: any, an option's, or numbers that do not fit. */
  of: { any: true } | { option: string } | { outside: Pick<Spec, 'min' | 'max' | 'decimals'> };
  /** @param parts such as `3 parts` */
  message: (parts: string) => string;
}

export interface KindChange {
  renames: Rename[];
  restrictions: Restriction[];
  errors: KindErrors;
}

const have = (parts: string): string => (parts.startsWith('1 ') ? `${parts} has` : `${parts} have`);

/** What an edit of a kind does to its parts, and what of them would stand in its way. */
export function kindChange(
  before: Kind,
  after: Kind,
  body: Pick<ReplaceKindDto, 'specs'>,
  reserved: readonly string[],
): KindChange {
  const change: KindChange = { renames: [], restrictions: [], errors: {} };
  const places = new Map(after.specs.map(({ key }, n) => [key, n]));
  for (const was of before.specs) {
    const n = places.get(was.key);
    if (n === undefined) removeSpec(was, reserved, change);
    else {
      compareSpecs(was, after.specs[n]!, `specs.${n}`, reserved, change);
      compareOptions(was, body.specs[n]!, `specs.${n}`, change);
    }
  }
  for (const [n, { key, options }] of body.specs.entries()) {
    if (before.specs.some((spec) => spec.key === key)) continue;
    for (const [o, { was }] of options.entries())
      if (was !== undefined) change.errors[`specs.${n}.options.${o}.was`] = 'There was no such option.';
  }
  return change;
}

function removeSpec({ key, label }: Spec, reserved: readonly string[], change: KindChange): void {
  if (reserved.includes(key))
    change.errors['specs'] = `Rules of the shop read ${label}; it cannot be removed.`;
  else
    change.restrictions.push({
      field: 'specs',
      key,
      of: { any: true },
      message: (parts) => `${label} cannot be removed: ${have(parts)} a value.`,
    });
}

function compareSpecs(
  was: Spec,
  is: Spec,
  place: string,
  reserved: readonly string[],
  { restrictions, errors }: KindChange,
): void {
  for (const field of ['type', 'unit'] as const) {
    if (was[field] === is[field]) continue;
    if (reserved.includes(was.key))
      errors[`${place}.${field}`] = `Rules of the shop read ${was.label}; its ${field} cannot be changed.`;
    else
      restrictions.push({
        field: `${place}.${field}`,
        key: was.key,
        of: { any: true },
        message: (parts) => `The ${field} cannot be changed: ${have(parts)} a value.`,
      });
  }
  if (is.type !== 'number') return;
  const outside = {
    ...(is.min !== undefined && (was.min ?? -Infinity) < is.min && { min: is.min }),
    ...(is.max !== undefined && (was.max ?? Infinity) > is.max && { max: is.max }),
    ...((is.decimals ?? 0) < (was.decimals ?? 0) && { decimals: is.decimals ?? 0 }),
  };
  for (const [field, bound] of Object.entries(outside))
    restrictions.push({
      field: `${place}.${field}`,
      key: was.key,
      of: { outside: { [field]: bound } },
      message: (parts) => `${have(parts)} a value that would not fit.`,
    });
}

function compareOptions(
  was: Spec,
  is: ReplaceKindDto['specs'][number],
  place: string,
  { renames, restrictions, errors }: KindChange,
): void {
  if (!isChoice(was) || !isChoice(is)) return;
  const former = new Set(was.options.map(({ value }) => value));
  const kept = new Set<string>();
  for (const [n, { value, was: from }] of is.options.entries()) {
    const at = `${place}.options.${n}`;
    if (from === undefined || from === value) {
      kept.add(value);
      continue;
    }
    if (!former.has(from) || kept.has(from)) errors[`${at}.was`] = 'There was no such option.';
    else if (former.has(value)) errors[`${at}.value`] = 'The kind has had an option of this value.';
    else renames.push({ key: was.key, from, to: value, isList: was.type === 'choices' });
    kept.add(from);
  }
  for (const { value, label } of was.options)
    if (!kept.has(value))
      restrictions.push({
        field: `${place}.options`,
        key: was.key,
        of: { option: value },
        message: (parts) => `${label} cannot be removed: ${have(parts)} it.`,
      });
}
