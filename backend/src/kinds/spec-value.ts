import { MAX_SPEC_TEXT, type Spec, type SpecOption, type SpecValue } from './kind.js';
import { errorsBetween } from './nearest.js';
import { readNumber } from './spec-number.js';

/** A value as it is stored, undefined where it is not known; or a message on what was given. */
export type ReadSpec = { value: SpecValue | undefined } | { error: string };

const UNKNOWN: ReadSpec = { value: undefined };
/** More than all options of a specification side by side, as a file has them. */
const MAX_INPUT = 20_000;
/** Options that a message lists. */
const MAX_NAMED = 8;

/** As names are compared: without case, spaces, hyphens and underscores. */
export const foldedName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

const optionsOf = new WeakMap<
  readonly SpecOption[],
  { exact: Map<string, string>; folded: Map<string, string> }
>();

/** The value of each name of the options. One that two of them share when it is folded is found as it is written only. */
function namesOf(options: readonly SpecOption[]) {
  const known = optionsOf.get(options);
  if (known) return known;
  const exact = new Map<string, string>();
  const loose = new Map<string, string>();
  const shared = new Set<string>();
  for (const { value, label, aliases } of options)
    for (const name of [...aliases, label, value]) {
      exact.set(name, value);
      const key = foldedName(name);
      if ((loose.get(key) ?? value) !== value) shared.add(key);
      loose.set(key, value);
    }
  for (const { value } of options) exact.set(value, value);
  for (const key of shared) loose.delete(key);
  const names = { exact, folded: loose };
  optionsOf.set(options, names);
  return names;
}

/** `LGA 1155 or LGA 1151`. */
const either = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;

function notAnOption(text: string, options: readonly SpecOption[]): string {
  const typed = foldedName(text);
  const near = options
    .map(({ label, value, aliases }) => ({
      label,
      far: Math.min(...[label, value, ...aliases].map((name) => errorsBetween(typed, foldedName(name)))),
    }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(typed.length / 3)))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ label }) => label);
  const said = `“${text}” is not one of the options.`;
  if (near.length > 0) return `${said} Did you mean ${either(near)}?`;
  const named = options.slice(0, MAX_NAMED).map(({ label }) => label);
  const rest = options.length - named.length;
  return `${said} Choose ${rest > 0 ? `${named.join(', ')} or one of ${rest} more` : either(named)}.`;
}

function readOption(input: unknown, options: readonly SpecOption[]): { value: string } | { error: string } {
  if (typeof input !== 'string' && typeof input !== 'number') return { error: 'Enter one of the options.' };
  const text = String(input).trim();
  if (text.length > 100) return { error: 'Enter one of the options; this is too long for one.' };
  const names = namesOf(options);
  const value = names.exact.get(text) ?? names.folded.get(foldedName(text));
  return value === undefined ? { error: notAnOption(text, options) } : { value };
}

function readChoice({ options }: Spec, input: unknown): ReadSpec {
  if (!Array.isArray(input)) return readOption(input, options);
  return input.length === 1 ? readOption(input[0], options) : { error: 'Enter one option only.' };
}

function readChoices({ options }: Spec, input: unknown): ReadSpec {
  const names = namesOf(options);
  const whole = typeof input === 'string' ? names.exact.get(input.trim()) : undefined;
  if (whole !== undefined) return { value: [whole] };
  const parts = Array.isArray(input)
    ? (input as unknown[])
    : typeof input === 'string'
      ? input.split(/[;,|]/)
      : [input];
  if (parts.length > options.length * 4 + 20)
    return { error: 'These are more values than there are options.' };
  const chosen = new Set<string>();
  for (const part of parts) {
    if (typeof part === 'string' && part.trim() === '') continue;
    const read = readOption(part, options);
    if ('error' in read) return read;
    chosen.add(read.value);
  }
  const value = options.map((option) => option.value).filter((each) => chosen.has(each));
  return value.length > 0 ? { value } : UNKNOWN;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  off: false,
  '0': false,
};

function readFlag(input: unknown): ReadSpec {
  const text = ['string', 'number', 'boolean'].includes(typeof input)
    ? String(input).trim().toLowerCase()
    : '';
  return Object.hasOwn(FLAGS, text) ? { value: FLAGS[text]! } : { error: 'Enter yes or no.' };
}

const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;

function readText(input: unknown): ReadSpec {
  if (typeof input !== 'string' && typeof input !== 'number') return { error: 'Enter a text.' };
  const text = String(input)
    .trim()
    .replace(/[^\S\r\n]+/g, ' ');
  if (CONTROL.test(text)) return { error: 'Enter one line without control characters.' };
  if (text.length > MAX_SPEC_TEXT) return { error: `Enter at most ${MAX_SPEC_TEXT} characters.` };
  return { value: text };
}

/**
 * Reads the value of a specification from what a person, a program or a file gives for it. Null, an empty text and an empty list
 * mean that it is not known, and so does 0 where it says so.
 */
export function readSpec(spec: Spec, input: unknown): ReadSpec {
  if (input === undefined || input === null) return UNKNOWN;
  if (typeof input === 'string') {
    if (input.length > MAX_INPUT) return { error: `Enter at most ${MAX_INPUT} characters.` };
    if (input.trim() === '') return UNKNOWN;
  }
  if (Array.isArray(input) && input.length === 0) return UNKNOWN;
  switch (spec.type) {
    case 'number':
      return readNumber(spec, input);
    case 'choice':
      return readChoice(spec, input);
    case 'choices':
      return readChoices(spec, input);
    case 'flag':
      return readFlag(input);
    default:
      return readText(input);
  }
}

const FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
/** Between a number and its unit, which no line is to divide. */
const SPACE = '\u00a0';

function numberText({ unit, zero }: Spec, value: number): string {
  if (value === 0 && zero === 'none') return 'None';
  // people read drives in TB
  if (unit === 'GB' && value >= 1_000 && (value / 10) % 1 === 0)
    return `${FORMAT.format(value / 1_000)}${SPACE}TB`;
  if (unit === undefined) return FORMAT.format(value);
  return unit === '%' ? `${FORMAT.format(value)}%` : `${FORMAT.format(value)}${SPACE}${unit}`;
}

/** A value as people read it, with its unit; of one that is not known, that it is not stated. */
export function specText(spec: Spec, value: SpecValue | undefined): string {
  if (value === undefined) return 'Not stated';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(spec, value);
  if (spec.type === 'text') return String(value);
  const chosen = new Set([value].flat());
  const labels = spec.options.filter((option) => chosen.has(option.value)).map(({ label }) => label);
  return labels.join(', ');
}

/** A value as a cell of a file, from which `readSpec` reads the same. */
export function specCell(value: SpecValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(';') : String(value);
}
