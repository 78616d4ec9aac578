import type { ReplaceKindDto, SaveOptionDto, SaveSpecDto } from '../../../api/generated-admin';
import { optionValue } from './names';

/** An option as typed. Its id stays while it is moved and renamed. */
export interface OptionDraft {
  id: string;
  /** The value that parts have, of one that is saved. */
  was?: string;
  value: string;
  label: string;
  /** Separated by semicolons. */
  aliases: string;
}

/** A specification as typed. */
export interface SpecDraft {
  id: string;
  /** Its key is fixed then. */
  isSaved: boolean;
  key: string;
  label: string;
  group: string;
  type: SaveSpecDto['type'];
  unit: string;
  min: string;
  max: string;
  decimals: string;
  zero: '' | NonNullable<SaveSpecDto['zero']>;
  options: OptionDraft[];
  required: boolean;
  filter: SaveSpecDto['filter'];
  onCard: boolean;
  compared: boolean;
}

/** A kind as typed. */
export interface KindDraft {
  label: string;
  plural: string;
  group: string;
  /** Separated by semicolons. */
  aliases: string;
  specs: SpecDraft[];
}

/** What can be saved of a kind, or was. */
export type KindBody = Omit<ReplaceKindDto, 'specs'> & { specs: SaveSpecDto[] };

export const hasOptions = ({ type }: Pick<SpecDraft, 'type'>): boolean =>
  type === 'choice' || type === 'choices';

/** How parts can be filtered by a type. */
export const filtersOf = (type: SpecDraft['type']): SpecDraft['filter'][] =>
  type === 'number' ? ['range', 'values', 'none'] : type === 'text' ? ['none'] : ['values', 'none'];

const SEPARATOR = '; ';
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** For ids of what is new; the place in a list changes. */
let made = 0;
export const newId = (): string => `new-${(made += 1)}`;

export const newOption = (label = '', value = optionValue(label), aliases = ''): OptionDraft => ({
  id: newId(),
  value,
  label,
  aliases,
});

export const newSpec = (group = ''): SpecDraft => ({
  id: newId(),
  isSaved: false,
  key: '',
  label: '',
  group,
  type: 'number',
  unit: '',
  min: '',
  max: '',
  decimals: '',
  zero: '',
  options: [],
  required: false,
  filter: 'range',
  onCard: false,
  compared: true,
});

const text = (number: number | undefined): string => (number === undefined ? '' : String(number));

const toOption = ({ value, label, aliases, was = value }: SaveOptionDto, isSaved: boolean): OptionDraft => ({
  id: isSaved ? was : newId(),
  ...(isSaved && { was }),
  value,
  label,
  aliases: aliases.join(SEPARATOR),
});

/**
 * @param saved the specifications that the shop has, with their options: the others are new
 */
export const toDraft = (body: KindBody, saved: readonly SaveSpecDto[] = body.specs): KindDraft => ({
  label: body.label,
  plural: body.plural,
  group: body.group,
  aliases: body.aliases.join(SEPARATOR),
  specs: body.specs.map((spec): SpecDraft => {
    const there = saved.find(({ key }) => key === spec.key);
    return {
      id: there ? spec.key : newId(),
      isSaved: there !== undefined,
      key: spec.key,
      label: spec.label,
      group: spec.group,
      type: spec.type,
      unit: spec.unit ?? '',
      min: text(spec.min),
      max: text(spec.max),
      decimals: text(spec.decimals),
      zero: spec.zero ?? '',
      options: spec.options.map((option) =>
        toOption(option, there?.options.some(({ value }) => value === (option.was ?? option.value)) ?? false),
      ),
      required: spec.required,
      filter: spec.filter,
      onCard: spec.onCard,
      compared: spec.compared,
    };
  }),
});

const NUMBER = /^-?\d+(\.\d{1,6})?$/;

/** A number as typed; NaN where it is none. */
const numberIn = (typed: string): number | undefined => {
  const trimmed = typed.trim();
  if (trimmed === '') return undefined;
  return NUMBER.test(trimmed) ? Number(trimmed) : NaN;
};

const toSpec = (spec: SpecDraft): SaveSpecDto => {
  const { key, label, group, type, unit, zero, required, filter, onCard, compared } = spec;
  const [min, max, decimals] = [spec.min, spec.max, spec.decimals].map(numberIn);
  return {
    key: key.trim(),
    label: label.trim(),
    group: group.trim(),
    type,
    ...(type === 'number' && {
      ...(unit && { unit: unit as NonNullable<SaveSpecDto['unit']> }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(decimals !== undefined && { decimals }),
      ...(zero && { zero }),
    }),
    options: hasOptions(spec)
      ? spec.options.map((option) => ({
          value: option.value.trim(),
          label: option.label.trim(),
          aliases: namesIn(option.aliases),
          ...(option.was !== undefined && option.was !== option.value.trim() && { was: option.was }),
        }))
      : [],
    required,
    filter,
    onCard,
    compared,
  };
};

/** What is sent of a kind. Numbers that are none are found by `draftErrors` before. */
export const toBody = ({ label, plural, group, aliases, specs }: KindDraft): KindBody => ({
  label: label.trim(),
  plural: plural.trim(),
  group: group.trim(),
  aliases: namesIn(aliases),
  specs: specs.map(toSpec),
});

/** Messages by where they stand: `specs.<id>.options.<id>.value`, so that they stay with what is moved. */
export type DraftErrors = Readonly<Record<string, string>>;

/** What could not even be sent. */
export function draftErrors({ specs }: KindDraft): DraftErrors {
  const errors: Record<string, string> = {};
  for (const spec of specs) {
    if (spec.type !== 'number') continue;
    for (const field of ['min', 'max', 'decimals'] as const)
      if (Number.isNaN(numberIn(spec[field]))) errors[`specs.${spec.id}.${field}`] = 'Enter a number.';
  }
  return errors;
}

/** The server's messages, which name specifications and options by their places, by their ids. */
export function placedErrors({ specs }: KindDraft, errors: DraftErrors): DraftErrors {
  const placed = Object.entries(errors).map(([field, message]) => {
    const [first, place, ...rest] = field.split('.');
    if (first === 'aliases') return ['aliases', message] as const;
    const spec = first === 'specs' && place !== undefined ? specs[Number(place)] : undefined;
    if (!spec) return [field, message] as const;
    const [part, at, ...name] = rest;
    const option = part === 'options' && at !== undefined ? spec.options[Number(at)] : undefined;
    if (!option) return [['specs', spec.id, ...rest].join('.'), message] as const;
    // what an option was called is not typed
    const shown = name[0] === 'was' || name.length === 0 ? 'value' : name[0];
    return [`specs.${spec.id}.options.${option.id}.${shown}`, message] as const;
  });
  return Object.fromEntries(placed);
}

/** The messages of a specification, by its own fields. */
export const errorsOf = (errors: DraftErrors, id: string): DraftErrors => {
  const prefix = `specs.${id}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), message]] : [],
    ),
  );
};

/** A list with the item at one place moved by one, up or down. */
export function moved<Item>(items: readonly Item[], from: number, by: 1 | -1): Item[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return [...items];
  const next = [...items];
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}
