import { MongoError } from '../errors.js';
import { integer } from '../values/arithmetic.js';
import { Int32, Long, ObjectId, Timestamp, asDoc, has, toNumber, typeOf } from '../values/types.js';
import { isNullish, named, wantWhole } from './arguments.js';
import { toDate } from './convert.js';
import {
  addUnits,
  checkUnit,
  dayOfYear,
  formatDate,
  fromLocal,
  fromParts,
  isoDay,
  isoWeek,
  partsOf,
  toLocal,
  unitIndex,
  unitStart,
  zoneOf,
} from './dates.js';
import type { Special } from './expression.js';

const instant = (value: unknown, name: string): number => {
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return value.getHighBitsUnsigned() * 1000;
  throw new MongoError(16006, `can't convert from BSON type ${typeOf(value)} to Date (${name})`);
};

/** One part of a date: the operand is a date, or `{date, timezone}`. */
const part =
  (work: (local: number) => number | Long): Special =>
  (operand, compile, name) => {
    const list = Array.isArray(operand) ? operand : [operand];
    if (list.length !== 1)
      throw new MongoError(
        40536,
        `${name} accepts exactly one argument if given an array, but was given ${list.length}`,
      );
    const spec = asDoc(list[0]);
    const byName = spec && has(spec, 'date');
    const unknown = byName && Object.keys(spec).find((key) => key !== 'date' && key !== 'timezone');
    if (unknown) throw new MongoError(40535, `unrecognized option to ${name}: "${unknown}"`);
    const date = compile(byName ? spec.date : list[0]);
    const zone = byName && has(spec, 'timezone') ? compile(spec.timezone) : undefined;
    return (scope) => {
      const value = date(scope);
      const given = zone?.(scope);
      if (isNullish(value) || (zone && isNullish(given))) return null;
      const result = work(toLocal(instant(value, name), zoneOf(given)));
      return typeof result === 'number' ? new Int32(result) : result;
    };
  };

const dateToString = named(['date'], ['format', 'timezone', 'onNull'], (args, present) => {
  const { date, format, timezone, onNull } = args;
  if (isNullish(date)) return present.onNull ? onNull : null;
  if ((present.timezone && isNullish(timezone)) || (present.format && isNullish(format))) return null;
  if (present.format && typeof format !== 'string')
    throw new MongoError(18533, `$dateToString requires that 'format' be a string, found: ${typeOf(format)}`);
  const plain = present.timezone && timezone !== 'UTC' ? '%Y-%m-%dT%H:%M:%S.%L' : '%Y-%m-%dT%H:%M:%S.%LZ';
  return formatDate(
    instant(date, '$dateToString'),
    (format as string | undefined) ?? plain,
    zoneOf(timezone),
  );
});

const PATTERNS: Record<string, string> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  L: '(?<L>\\d{1,3})',
  z: '(?<z>[+-]\\d{2}:?\\d{2}|Z)',
  '%': '%',
};

const parseBy = (text: string, format: string, zone: string): Date => {
  const escaped = format.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const source = escaped.replace(/%(.)/g, (_whole, letter: string) => {
    const known = PATTERNS[letter];
    if (!known) throw new MongoError(18536, `Invalid format character '%${letter}' in format string`);
    return known;
  });
  const groups = new RegExp(`^${source}$`).exec(text)?.groups;
  if (!groups || groups.Y === undefined)
    throw new MongoError(241, `Error parsing date string '${text}' with format '${format}'`);
  const number = (key: string, fallback: number): number =>
    groups[key] === undefined ? fallback : Number(groups[key]);
  const local = fromParts({
    year: number('Y', 1970),
    month: number('m', 1),
    day: number('d', 1),
    hour: number('H', 0),
    minute: number('M', 0),
    second: number('S', 0),
    millisecond: number('L', 0),
  });
  return new Date(fromLocal(local, groups.z === undefined || groups.z === 'Z' ? zone : groups.z));
};

const dateFromString: Special = (operand, compile) => {
  const spec = asDoc(operand);
  if (!spec || !has(spec, 'dateString'))
    throw new MongoError(40542, "Missing 'dateString' parameter to $dateFromString");
  const get = (key: string) => (has(spec, key) ? compile(spec[key]) : undefined);
  const [text, format, zone, onError, onNull] = ['dateString', 'format', 'timezone', 'onError', 'onNull'].map(
    get,
  );
  return (scope) => {
    const value = text!(scope);
    if (isNullish(value)) return onNull ? onNull(scope) : null;
    try {
      if (typeof value !== 'string')
        throw new MongoError(
          241,
          `$dateFromString requires that 'dateString' be a string, found: ${typeOf(value)}`,
        );
      const by = format?.(scope);
      const where = zoneOf(zone?.(scope));
      if (typeof by === 'string') return parseBy(value, by, where);
      const read = toDate(value);
      return /(Z|[+-]\d{2}:?\d{2})$/.test(value) ? read : new Date(fromLocal(read.getTime(), where));
    } catch (error) {
      if (onError && error instanceof MongoError) return onError(scope);
      throw error;
    }
  };
};

const PARTS = ['month', 'day', 'hour', 'minute', 'second', 'millisecond'];
const ISO_PARTS = ['isoWeek', 'isoDayOfWeek', 'hour', 'minute', 'second', 'millisecond'];

const dateFromParts = named(
  [],
  ['year', 'isoWeekYear', ...PARTS, 'isoWeek', 'isoDayOfWeek', 'timezone'],
  (args, present) => {
    if (Object.values(args).some(isNullish)) return null;
    const number = (key: string, fallback: number): number =>
      present[key] ? wantWhole(args[key], `$dateFromParts '${key}'`, 40515) : fallback;
    const [hour, minute, second, millisecond] = ['hour', 'minute', 'second', 'millisecond'].map((key) =>
      number(key, 0),
    ) as [number, number, number, number];
    const zone = zoneOf(args.timezone);
    if (present.isoWeekYear) {
      const fourth = Date.UTC(number('isoWeekYear', 1970), 0, 4);
      const monday = new Date(fourth - (isoDay(fourth) - 1) * 86_400_000);
      const day = monday.getUTCDate() + (number('isoWeek', 1) - 1) * 7 + number('isoDayOfWeek', 1) - 1;
      const base = { year: monday.getUTCFullYear(), month: monday.getUTCMonth() + 1, day };
      return new Date(fromLocal(fromParts({ ...base, hour, minute, second, millisecond }), zone));
    }
    if (!present.year)
      throw new MongoError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    const base = { year: number('year', 1970), month: number('month', 1), day: number('day', 1) };
    return new Date(fromLocal(fromParts({ ...base, hour, minute, second, millisecond }), zone));
  },
);

const shift = (name: string, way: 1 | -1): Special =>
  named(['startDate', 'unit', 'amount'], ['timezone'], ({ startDate, unit, amount, timezone }) => {
    if (isNullish(startDate) || isNullish(unit) || isNullish(amount)) return null;
    const zone = zoneOf(timezone);
    const by = way * wantWhole(amount, name, 5166405);
    const moved = addUnits(toLocal(instant(startDate, name), zone), checkUnit(unit, name), by);
    return new Date(fromLocal(moved, zone));
  });

export const DATE_OPERATORS: Record<string, Special> = {
  $year: part((local) => partsOf(local).year),
  $month: part((local) => partsOf(local).month),
  $dayOfMonth: part((local) => partsOf(local).day),
  $hour: part((local) => partsOf(local).hour),
  $minute: part((local) => partsOf(local).minute),
  $second: part((local) => partsOf(local).second),
  $millisecond: part((local) => partsOf(local).millisecond),
  $dayOfYear: part(dayOfYear),
  $dayOfWeek: part((local) => new Date(local).getUTCDay() + 1),
  $week: part((local) => Math.floor((dayOfYear(local) + 6 - new Date(local).getUTCDay()) / 7)),
  $isoWeek: part((local) => isoWeek(local).week),
  $isoWeekYear: part((local) => Long.fromNumber(isoWeek(local).year)),
  $isoDayOfWeek: part(isoDay),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateToParts: named(['date'], ['timezone', 'iso8601'], ({ date, timezone, iso8601 }) => {
    if (isNullish(date)) return null;
    const local = toLocal(instant(date, '$dateToParts'), zoneOf(timezone));
    const parts = partsOf(local);
    const { week, year } = isoWeek(local);
    const iso: Record<string, number> = { ...parts, isoWeek: week, isoDayOfWeek: isoDay(local) };
    const head = iso8601 === true ? { isoWeekYear: new Int32(year) } : { year: new Int32(parts.year) };
    const rest = (iso8601 === true ? ISO_PARTS : PARTS).map((key) => [key, new Int32(iso[key]!)] as const);
    return { ...head, ...Object.fromEntries(rest) };
  }),
  $dateAdd: shift('$dateAdd', 1),
  $dateSubtract: shift('$dateSubtract', -1),
  $dateDiff: named(['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'], (args) => {
    const { startDate, endDate, unit, timezone, startOfWeek } = args;
    if (isNullish(startDate) || isNullish(endDate) || isNullish(unit)) return null;
    const zone = zoneOf(timezone);
    const [from, to] = [startDate, endDate].map((date) =>
      unitIndex(toLocal(instant(date, '$dateDiff'), zone), checkUnit(unit, '$dateDiff'), startOfWeek),
    ) as [number, number];
    return integer(BigInt(to - from), 'long');
  }),
  $dateTrunc: named(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], (args, present) => {
    const { date, unit, binSize, timezone, startOfWeek } = args;
    if (isNullish(date) || isNullish(unit)) return null;
    const zone = zoneOf(timezone);
    const size = present.binSize ? toNumber(binSize) : 1;
    if (!(size >= 1)) throw new MongoError(5439017, '$dateTrunc requires binSize to be greater than 0');
    const name = checkUnit(unit, '$dateTrunc');
    const index = unitIndex(toLocal(instant(date, '$dateTrunc'), zone), name, startOfWeek);
    return new Date(fromLocal(unitStart(Math.floor(index / size) * size, name, startOfWeek), zone));
  }),
};
