import { MongoError } from '../errors.js';
import { integer } from '../values/arithmetic.js';
import { Int32, Long, asDoc, has, shown } from '../values/types.js';
import type { Operator } from './expression.js';
import { named, wantWhole } from './operators.js';

const DAY = 86_400_000;
const UNITS: Record<string, number> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 };

const formats = new Map<unknown, Intl.DateTimeFormat>();

/** What a zone is called at an instant: `GMT+02:00`. */
const nameOf = (time: number, zone: unknown): string => {
  let format = formats.get(zone);
  try {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: String(zone), timeZoneName: 'longOffset' });
  } catch {
    throw new MongoError(40485, `unrecognized time zone identifier: ${shown(zone)}`);
  }
  formats.set(zone, format);
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value;
};

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (time: number, zone: unknown): number => {
  if (zone === undefined || zone === 'UTC' || zone === 'GMT') return 0;
  const fixed = typeof zone === 'string' && /^[+-]\d\d(:?\d\d)?$/.test(zone);
  const name = fixed ? zone : nameOf(time, zone);
  const [, sign, hours, minutes = 0, seconds = 0] = /([+-])(\d\d):?(\d\d)?(?::(\d\d))?/.exec(name) ?? [];
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign ? (sign === '-' ? -1000 : 1000) * length : 0;
};

/** The instant at which a zone's clock shows a time. */
const fromLocal = (local: number, zone: unknown): number =>
  local - offsetAt(local - offsetAt(local, zone), zone);

/** A date as its zone's clock shows it, as if that were UTC. */
const localDate = (value: unknown, zone: unknown, name: string): Date => {
  if (value instanceof Date) return new Date(value.getTime() + offsetAt(value.getTime(), zone));
  throw new MongoError(16006, `can't convert ${shown(value)} to Date (${name})`);
};

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / DAY) + 1;
const isoDay = (date: Date): number => date.getUTCDay() || 7;
/** The Thursday of a date's week: ISO 8601 counts a week to the year that has it. */
const thursday = (date: Date): Date => new Date(date.getTime() + (4 - isoDay(date)) * DAY);
const isoWeek = (date: Date): number => Math.floor((dayOfYear(thursday(date)) - 1) / 7) + 1;

const PARTS: Record<string, (date: Date) => number> = {
  $year: (date) => date.getUTCFullYear(),
  $month: (date) => date.getUTCMonth() + 1,
  $dayOfMonth: (date) => date.getUTCDate(),
  $hour: (date) => date.getUTCHours(),
  $minute: (date) => date.getUTCMinutes(),
  $second: (date) => date.getUTCSeconds(),
  $millisecond: (date) => date.getUTCMilliseconds(),
  $dayOfYear: dayOfYear,
  $dayOfWeek: (date) => date.getUTCDay() + 1,
  $isoWeek: isoWeek,
  $isoWeekYear: (date) => thursday(date).getUTCFullYear(),
  $isoDayOfWeek: isoDay,
};

/** The letters of a `$dateToString` format: the part and its width. */
const LETTERS: Record<string, [string, number]> = {
  Y: ['$year', 4],
  m: ['$month', 2],
  d: ['$dayOfMonth', 2],
  H: ['$hour', 2],
  M: ['$minute', 2],
  S: ['$second', 2],
  L: ['$millisecond', 3],
  j: ['$dayOfYear', 3],
  w: ['$dayOfWeek', 1],
  u: ['$isoDayOfWeek', 1],
  V: ['$isoWeek', 2],
  G: ['$isoWeekYear', 4],
};

const part: Operator = (operand, compile, name) => {
  const [only] = Array.isArray(operand) && operand.length === 1 ? (operand as unknown[]) : [operand];
  const spec = asDoc(only);
  const given = spec && has(spec, 'date') ? spec : { date: only };
  const work = named(['date'], ['timezone'], (args) => {
    if (absent(args)) return null;
    const value = PARTS[name]!(localDate(args.date, args.timezone, name));
    return name === '$isoWeekYear' ? Long.fromNumber(value) : new Int32(value);
  });
  return work(given, compile, name);
};

/** An argument is null or missing: the answer is null. */
const absent = (args: Record<string, unknown>): boolean =>
  Object.values(args).some((value) => value === null || value === undefined);

const checkUnit = (unit: unknown, name: string): string => {
  if (typeof unit === 'string' && (Object.hasOwn(UNITS, unit) || Object.hasOwn(MONTHS, unit))) return unit;
  throw new MongoError(9, `${name} parameter 'unit' is not a time unit: ${shown(unit)}`);
};

/** How many units lie before a date, counted from 2000 (weeks: from a Sunday). */
const indexOf = (date: Date, unit: string): number => {
  const months = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
  if (MONTHS[unit]) return Math.floor(months / MONTHS[unit]);
  return Math.floor((date.getTime() - Date.UTC(2000, 0, unit === 'week' ? 2 : 1)) / UNITS[unit]!);
};

/** Adds to a date; a day that the month lacks becomes its last. */
const shift = (date: Date, unit: string, amount: number): number => {
  if (!MONTHS[unit]) return date.getTime() + amount * UNITS[unit]!;
  const moved = new Date(date);
  moved.setUTCMonth(date.getUTCMonth() + amount * MONTHS[unit], 1);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  return moved.setUTCDate(Math.min(date.getUTCDate(), last));
};

/** Hours and less are lengths of time, whatever a zone's clock does meanwhile. */
const isLength = (unit: string): boolean => UNITS[unit] !== undefined && UNITS[unit] < DAY;

const shifting = (way: 1 | -1): Operator =>
  named(['startDate', 'unit', 'amount'], ['timezone'], (args, name) => {
    if (absent(args)) return null;
    const unit = checkUnit(args.unit, name);
    const zone = isLength(unit) ? undefined : args.timezone;
    const moved = shift(localDate(args.startDate, zone, name), unit, way * wantWhole(args.amount, name));
    return new Date(fromLocal(moved, zone));
  });

export const DATE_OPERATORS: Record<string, Operator> = {
  ...Object.fromEntries(Object.keys(PARTS).map((name) => [name, part])),
  $dateToString: named(['date'], ['format', 'timezone', 'onNull'], ({ onNull, ...args }, name) => {
    if (absent({ date: args.date })) return onNull ?? null;
    if (absent(args)) return null;
    const local = localDate(args.date, args.timezone, name);
    const {
      format = `%Y-%m-%dT%H:%M:%S.%L${[undefined, 'UTC'].includes(args.timezone as string) ? 'Z' : ''}`,
    } = args;
    if (typeof format !== 'string') throw new MongoError(18533, `${name} takes a string as format`);
    return format.replace(/%(.?)/g, (_, letter: string) => {
      if (letter === '%') return '%';
      const [field, width] = LETTERS[letter] ?? [];
      if (!field) throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
      return String(PARTS[field]!(local)).padStart(width!, '0');
    });
  }),
  $dateAdd: shifting(1),
  $dateSubtract: shifting(-1),
  $dateDiff: named(['startDate', 'endDate', 'unit'], ['timezone'], (args, name) => {
    if (absent(args)) return null;
    const unit = checkUnit(args.unit, name);
    const { startDate: start, endDate: end, timezone: zone } = args;
    const from = localDate(start, zone, name);
    const local = localDate(end, zone, name);
    // A length of time counts from the start's clock.
    const drift = local.getTime() - (end as Date).getTime() - from.getTime() + (start as Date).getTime();
    const to = isLength(unit) ? new Date(local.getTime() - drift) : local;
    return integer(BigInt(indexOf(to, unit) - indexOf(from, unit)), 'long');
  }),
  $dateTrunc: named(['date', 'unit'], ['timezone'], (args, name) => {
    if (absent(args)) return null;
    const unit = checkUnit(args.unit, name);
    const local = localDate(args.date, args.timezone, name);
    if (isLength(unit))
      return new Date(
        (args.date as Date).getTime() - (((local.getTime() % UNITS[unit]!) + UNITS[unit]!) % UNITS[unit]!),
      );
    const first = new Date(Date.UTC(2000, 0, unit === 'week' ? 2 : 1));
    return new Date(fromLocal(shift(first, unit, indexOf(local, unit)), args.timezone));
  }),
};
