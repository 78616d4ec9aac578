import { MongoError } from '../errors.js';
import { shown } from '../values/types.js';
import { isNullish } from './arguments.js';

/** A date's parts in a time zone; months and days count from 1. */
export interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const offsetOf = (zone: string): number | undefined => {
  const match = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone);
  if (!match) return undefined;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000;
};

/** How far a zone's clock is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (time: number, zone: string): number => {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = offsetOf(zone);
  if (fixed !== undefined) return fixed;
  let format = formats.get(zone);
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      throw new MongoError(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
  return local - Math.floor(time / 1000) * 1000;
};

/** The time shown by a zone's clock, as if it were UTC. */
export const toLocal = (time: number, zone: string): number => time + offsetAt(time, zone);

/** The instant at which a zone's clock shows a time. */
export const fromLocal = (local: number, zone: string): number => {
  const guess = local - offsetAt(local, zone);
  return local - offsetAt(guess, zone);
};

export const zoneOf = (value: unknown): string => {
  if (isNullish(value)) return 'UTC';
  if (typeof value !== 'string') throw new MongoError(40517, `timezone must evaluate to a string`);
  offsetAt(0, value);
  return value;
};

export const partsOf = (local: number): Parts => {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
};

/** Milliseconds of parts; parts beyond their range carry over. */
export const fromParts = ({ year, month, day, hour, minute, second, millisecond }: Parts): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
};

const DAY = 86_400_000;

export const dayOfYear = (local: number): number => {
  const { year } = partsOf(local);
  return Math.floor((local - Date.UTC(year, 0, 1)) / DAY) + 1;
};

/** The week and year of ISO 8601: weeks start on Monday, the first has the year's first Thursday. */
export const isoWeek = (local: number): { week: number; year: number } => {
  const thursday = local + (4 - isoDay(local)) * DAY;
  const { year } = partsOf(thursday);
  return { week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1, year };
};

export const isoDay = (local: number): number => new Date(local).getUTCDay() || 7;

const UNITS: Record<string, number> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export const checkUnit = (unit: unknown, name: string): string => {
  if (typeof unit === 'string' && (unit in UNITS || unit in MONTHS)) return unit;
  throw new MongoError(
    9,
    `${name} parameter 'unit' value cannot be recognized as a time unit: ${shown(unit)}`,
  );
};

/** Adds units to a local time; a day that the month lacks becomes its last. */
export const addUnits = (local: number, unit: string, amount: number): number => {
  if (unit in UNITS) return local + amount * UNITS[unit]!;
  const parts = partsOf(local);
  const months = parts.year * 12 + parts.month - 1 + amount * MONTHS[unit]!;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return fromParts({ ...parts, year, month, day: Math.min(parts.day, last) });
};

const weekStart = (startOfWeek: unknown): number => {
  if (isNullish(startOfWeek)) return 0;
  const found =
    typeof startOfWeek === 'string' ? WEEKDAYS.indexOf(startOfWeek.toLowerCase().slice(0, 3)) : -1;
  if (found < 0)
    throw new MongoError(
      9,
      `'startOfWeek' value cannot be recognized as a day of a week: ${shown(startOfWeek)}`,
    );
  return found;
};

/** How many units of a kind lie before a local time, counted from 2000-01-01 (weeks: from their first day). */
export const unitIndex = (local: number, unit: string, startOfWeek?: unknown): number => {
  if (unit in MONTHS) {
    const { year, month } = partsOf(local);
    return Math.floor(((year - 2000) * 12 + month - 1) / MONTHS[unit]!);
  }
  // 2000-01-01 was a Saturday.
  const base =
    unit === 'week' ? Date.UTC(2000, 0, 2) + (weekStart(startOfWeek) - 7) * DAY : Date.UTC(2000, 0, 1);
  return Math.floor((local - base) / UNITS[unit]!);
};

/** Where the unit with an index starts. */
export const unitStart = (index: number, unit: string, startOfWeek?: unknown): number => {
  if (unit in MONTHS) return Date.UTC(2000, index * MONTHS[unit]!, 1);
  const base =
    unit === 'week' ? Date.UTC(2000, 0, 2) + (weekStart(startOfWeek) - 7) * DAY : Date.UTC(2000, 0, 1);
  return base + index * UNITS[unit]!;
};

const pad = (value: number, size: number): string => String(value).padStart(size, '0');

/** Writes an instant by a format of `$dateToString`. */
export const formatDate = (time: number, format: string, zone: string): string => {
  const local = toLocal(time, zone);
  const parts = partsOf(local);
  const offset = Math.round((local - time) / 60_000);
  const sign = offset < 0 ? '-' : '+';
  const clock = pad(Math.floor(Math.abs(offset) / 60), 2) + pad(Math.abs(offset) % 60, 2);
  const months =
    'January February March April May June July August September October November December'.split(' ');
  return format.replace(/%(.)/g, (_whole, letter: string) => {
    switch (letter) {
      case 'Y':
        return pad(parts.year, 4);
      case 'm':
        return pad(parts.month, 2);
      case 'd':
        return pad(parts.day, 2);
      case 'H':
        return pad(parts.hour, 2);
      case 'M':
        return pad(parts.minute, 2);
      case 'S':
        return pad(parts.second, 2);
      case 'L':
        return pad(parts.millisecond, 3);
      case 'j':
        return pad(dayOfYear(local), 3);
      case 'w':
        return String(new Date(local).getUTCDay() + 1);
      case 'u':
        return String(isoDay(local));
      case 'G':
        return pad(isoWeek(local).year, 4);
      case 'V':
        return pad(isoWeek(local).week, 2);
      case 'U':
        return pad(Math.floor((dayOfYear(local) + 6 - new Date(local).getUTCDay()) / 7), 2);
      case 'b':
        return months[parts.month - 1]!.slice(0, 3);
      case 'B':
        return months[parts.month - 1]!;
      case 'z':
        return sign + clock;
      case 'Z':
        return String(offset);
      case '%':
        return '%';
      default:
        throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
    }
  });
};
