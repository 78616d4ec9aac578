import type { Spec } from './kind.js';
import { acceptedUnits, UNITS } from './units.js';

const MAX_DIGITS = 15;

/** The spaces that people write between thousands, and between a number and its unit. */
const SPACES = '[ \\u00a0\\u2009\\u202f]';
const SIGNED = new RegExp(
  `^([+\\-−]?)${SPACES}*([0-9](?:[0-9.,]|(?:'|${SPACES})(?=[0-9]{3}(?![0-9])))*)${SPACES}*(.*)$`,
  'su',
);
const GROUPS = new RegExp(`^\\d{1,3}(?:([',.]|${SPACES})\\d{3})(?:\\1\\d{3})*$`, 'u');

type Digits = { digits: string } | { ambiguous: true } | undefined;

/** A text of digits and separators as a decimal number: undefined where it is none, ambiguous where it could be two. */
function digitsOf(text: string, decimals: number): Digits {
  const plain = /^\d+(?:[.,]\d+)?$/.exec(text);
  if (plain) {
    const [whole = '', fraction] = text.split(/[.,]/);
    const isGroup = fraction?.length === 3 && whole.length <= 3 && !whole.startsWith('0');
    // three decimals, where the specification has so many and they are written as in a file
    if (isGroup && !(decimals >= 3 && text.includes('.'))) return { ambiguous: true };
    return { digits: fraction === undefined ? whole : `${whole}.${fraction}` };
  }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const separators = new Set(text.replace(/\d/g, ''));
  if (separators.size === 1 && GROUPS.test(text)) return { digits: text.replace(/\D/g, '') };
  // thousands by one sign and decimals by another: 1,234.5 and 1.234,5 and 1 234,5
  const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)];
  if (
    last > 0 &&
    separators.size === 2 &&
    /^\d+$/.test(fraction) &&
    GROUPS.test(whole) &&
    !whole.includes(text[last]!)
  )
    return { digits: `${whole.replace(/\D/g, '')}.${fraction}` };
  return undefined;
}

/** What a field takes, with an example in its unit. */
function whatIsTaken({ unit, min = 0, max = 100 }: Spec): string {
  const example = Math.min(Math.max(32, Math.ceil(min)), Math.floor(max));
  return unit
    ? `Enter one number in ${unit}, such as ${example} or “${example} ${unit}”.`
    : `Enter one number, such as ${example}.`;
}

/** Without what binary fractions add: 3.5 inches are 88.9 mm. */
const rounded = (value: number, decimals: number): number => {
  const result = Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`);
  return Number.isFinite(result) ? result : value;
};

const decimalsOf = (digits: string): number => digits.split('.')[1]?.replace(/0+$/, '').length ?? 0;

const most = (decimals: number): string =>
  decimals === 0
    ? 'Enter a whole number.'
    : `Enter at most ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}.`;

/** How many of the specification's unit a unit is. */
function factorOf({ unit }: Spec, name: string): { factor: number } | { error: string } {
  const exact = name.replace(/[\s.]+$/, '').replace(/\s+/g, '');
  const written = exact.toLowerCase();
  if (written === '') return { factor: 1 };
  if (unit === undefined) return { error: 'Enter a number without a unit.' };
  const { from = {}, refused = {} } = UNITS[unit] ?? {};
  // as it is written first: Gb is not GB, though gb is read as it
  if (Object.hasOwn(refused, exact)) return { error: `${name} ${refused[exact]!}` };
  if (Object.hasOwn(from, written)) return { factor: from[written]! };
  if (Object.hasOwn(refused, written)) return { error: `${name} ${refused[written]!}` };
  const accepted = acceptedUnits(unit);
  const units = accepted.length < 2 ? unit : `${accepted.slice(0, -1).join(', ')} or ${accepted.at(-1)!}`;
  return { error: `“${name.slice(0, 20)}” is no unit of this; enter a number in ${units}.` };
}

/** Reads a number, also as text with a unit; of what is no single number, the message says what the field takes. */
export function readNumber(spec: Spec, input: unknown): { value: number | undefined } | { error: string } {
  const { decimals = 0 } = spec;
  const text = typeof input === 'number' && Number.isFinite(input) ? plainText(input) : input;
  if (typeof text !== 'string') return { error: whatIsTaken(spec) };
  const [, sign = '', number = '', unit = ''] = SIGNED.exec(text.trim()) ?? [];
  // what follows a number and goes on with a digit is another number, a power or a fraction
  if (number === '' || /^[x×*/^~–—-]/iu.test(unit) || /\d/.test(unit.replace(/^(m3|mmh2o)/i, '')))
    return { error: whatIsTaken(spec) };
  const read = digitsOf(number.replace(/[.,]$/, '') === number ? number : '', decimals);
  if (!read) return { error: whatIsTaken(spec) };
  if ('ambiguous' in read) {
    const [whole = '', fraction = ''] = number.split(/[.,]/);
    const shorter = fraction.replace(/0+$/, '');
    const decimal = shorter === '' ? whole : `${whole}.${shorter.length === 3 ? `${shorter}0` : shorter}`;
    return { error: `${number} can be read in two ways: write ${whole}${fraction} or ${decimal}.` };
  }
  const factor = factorOf(spec, unit);
  if ('error' in factor) return factor;
  if (factor.factor === 1 && decimalsOf(read.digits) > decimals) return { error: most(decimals) };
  if (read.digits.replace('.', '').replace(/^0+/, '').length > MAX_DIGITS)
    return { error: `Enter at most ${MAX_DIGITS} digits.` };
  const given = Number(read.digits);
  const size = rounded(given * factor.factor, factor.factor === 1 ? 10 : decimals);
  if (size >= 10 ** MAX_DIGITS) return { error: `Enter at most ${MAX_DIGITS} digits.` };
  // nothing is what somebody wrote as a little
  if (size === 0 && given > 0) return { error: `Enter at least ${inUnit(spec, 10 ** -decimals)}.` };
  return withinBounds(spec, sign === '-' || sign === '−' ? 0 - size : size);
}

/** A number as people write it: none with an exponent. */
const plainText = (value: number): string =>
  Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6) ? 'e' : String(value);

const inUnit = ({ unit }: Spec, bound: number): string => (unit ? `${bound} ${unit}` : String(bound));

function withinBounds(spec: Spec, value: number): { value: number | undefined } | { error: string } {
  const { min, max, zero } = spec;
  if (value === 0 && zero === 'unknown') return { value: undefined };
  if (value === 0 && zero === 'none') return { value: 0 };
  if (min !== undefined && value < min) return { error: `Enter at least ${inUnit(spec, min)}.` };
  if (max !== undefined && value > max) return { error: `Enter at most ${inUnit(spec, max)}.` };
  if (min === undefined && value < 0) return { error: `Enter at least ${inUnit(spec, 0)}.` };
  return { value };
}
