import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { trusted } from 'mongoose';
import { Optional } from '../common/fields.js';

export const DAY_MS = 24 * 3_600_000;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** The start of a day in UTC, such as `2026-11-30`; undefined when there is no such day. */
export function startOfDay(day: unknown): Date | undefined {
  if (typeof day !== 'string' || !DAY.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date : undefined;
}

/** A day in UTC that may be left out, of a query or a filter. */
export const OptionalDay = (description: string, example = '2026-11-01') =>
  applyDecorators(
    ApiPropertyOptional({ type: 'string', format: 'date', pattern: DAY.source, description, example }),
    Optional(),
    ValidateBy(
      { name: 'isDay', validator: { validate: (value) => startOfDay(value) !== undefined } },
      { message: 'Enter a day, as 2026-11-30.' },
    ),
  );

/** The condition on a date to be in a range of whole days in UTC, both included; undefined without either end. */
export function withinDays(from: string | undefined, to: string | undefined): object | undefined {
  const [first, last] = [startOfDay(from), startOfDay(to)];
  if (!first && !last) return undefined;
  return trusted({
    ...(first && { $gte: first }),
    ...(last && { $lt: new Date(last.getTime() + DAY_MS) }),
  });
}
