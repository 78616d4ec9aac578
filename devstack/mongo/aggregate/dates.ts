import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { ensure } from '../errors.js';
import { Int32, Long, ObjectId, asDoc, has } from '../values/types.js';
import type { Operator } from './expression.js';
import { any, dateAt, isNullish, listOf, must, named, strict, taking, text, whole } from './operators.js';

/** Fields of a date: the operator, luxon's name, and the letter and width in a `$dateToString` format. */
const FIELDS = `$year year Y 4, $month month m 2, $dayOfMonth day d 2, $hour hour H 2, $minute minute M 2,
  $second second S 2, $millisecond millisecond L 3, $dayOfYear ordinal j 3, $dayOfWeek localWeekday w 1,
  $isoWeek weekNumber V 2, $isoWeekYear weekYear G 4, $isoDayOfWeek weekday u 1`
  .split(',')
  .map((row) => row.trim().split(' ') as [string, keyof DateTime, string, string]);

const UNITS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;
const unitOf = must((value) => UNITS.find((unit) => unit === value));

/** A date on the clock of a zone: an Olson name, or an offset such as `+0530`. MongoDB's weeks start on Sunday. */
const onClock = (value: unknown, zone: unknown, name: string): DateTime => {
  const date = value instanceof ObjectId ? value.getTimestamp() : value;
  ensure(date instanceof Date, 16006, `can't convert this to Date (${name})`);
  const offset = String(zone).replace(
    /^UTC$|^([+-]\d\d):?(\d\d)$/,
    (_, hours = '+00', rest = '00') => `${hours}:${rest}`,
  );
  const clock = FixedOffsetZone.parseSpecifier(`UTC${offset}`) ?? IANAZone.create(offset);
  ensure(zone !== '' && clock.isValid, 40485, `unrecognized time zone identifier: ${offset}`);
  return DateTime.fromMillis(date.getTime(), { zone: clock, locale: 'en-US' });
};

const startOf = (date: DateTime, unit: unknown, name: string): DateTime =>
  date.startOf(unitOf(unit, name, 9), { useLocaleWeeks: true });

type DateWork = (date: DateTime, args: unknown[], name: string) => unknown;

/** An operator on a date, whose name comes first, by the clock of its zone, which comes last of the other arguments. */
const dated = (required: string[], work: DateWork): Operator =>
  named(required, { timezone: 'UTC' })(
    strict(2, 4, any, 14, ([date, ...args], name) => work(onClock(date, args.at(-1), name), args, name)),
  );

/** A field of a date, which is given alone or as `date` with a `timezone`. */
const part = (key: keyof DateTime): Operator => {
  const read = dated(['date'], (date) =>
    key === 'weekYear' ? Long.fromNumber(date.weekYear) : new Int32(date.get(key)),
  );
  return (operand, compile, name) => {
    const [only, more] = listOf(operand);
    const whole = more === undefined && has(asDoc(only) ?? {}, 'date');
    return read(whole ? only : { date: more ? operand : only }, compile, name);
  };
};

const shifting = (way: 1 | -1): Operator =>
  dated(['startDate', 'unit', 'amount'], (date, [unit, amount], name) => {
    const moved = date.plus({ [unitOf(unit, name, 9)]: way * whole(amount, name) });
    return dateAt(moved.toMillis(), name);
  });

export const DATE_OPERATORS: Record<string, Operator> = {
  ...Object.fromEntries(FIELDS.map(([name, key]) => [name, part(key)])),
  $dateToString: named(['date'], { timezone: 'UTC', format: '', onNull: null })(
    taking(4, 4, ([value, timezone, format, onNull], name) => {
      if (isNullish(value)) return onNull;
      if (isNullish(format) || isNullish(timezone)) return null;
      const date = onClock(value, timezone, name);
      const wanted = text(format, name, 18533) || `%Y-%m-%dT%H:%M:%S.%L${timezone === 'UTC' ? 'Z' : ''}`;
      return wanted.replace(/%(.?)/g, (_, letter: string) => {
        const [, key, , width] = FIELDS.find((row) => row[2] === letter) ?? [];
        ensure(key || letter === '%', 18536, `Invalid format character '%${letter}' in format string`);
        return key ? String(date.get(key)).padStart(Number(width), '0') : letter;
      });
    }),
  ),
  $dateAdd: shifting(1),
  $dateSubtract: shifting(-1),
  // Boundaries between the two are counted, and not whole units.
  $dateDiff: dated(['startDate', 'endDate', 'unit'], (from, [endDate, unit, timezone], name) => {
    const to = startOf(onClock(endDate, timezone, name), unit, name);
    const length = to.diff(startOf(from, unit, name), unitOf(unit, name));
    return Long.fromNumber(Math.round(length.as(unitOf(unit, name))));
  }),
  $dateTrunc: dated(['date', 'unit'], (date, [unit], name) => startOf(date, unit, name).toJSDate()),
};
