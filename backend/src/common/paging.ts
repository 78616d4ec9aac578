import { ApiOkResponse, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators, type Type } from '@nestjs/common';
import { IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Optional, ToNumber } from './fields.js';

/** The most rows that an array response holds. */
export const MAX_ROWS = 1_000;
/** Totals are exact, and pages reach, to here; beyond, a cursor goes on. */
export const MAX_COUNTED = 10_000;

/** The most rows of a page. */
const MAX_PAGE = 100;

const CURSOR = /^[\w-]*$/;
const CURSOR_SCHEMA = {
  type: 'string',
  maxLength: 1024,
  pattern: CURSOR.source,
  example: 'WzE3NjQwMjg4MDAsMTJd',
} as const;

/** `?limit=` of the calls that return a plain array. */
export class LimitQuery {
  /** At most so many rows, newest first. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'Enter at least 1.' })
  @Max(MAX_ROWS, { message: `Enter at most ${MAX_ROWS}.` })
  limit?: number;
}

/** The part that all search queries share. */
export class PageQuery {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_COUNTED, default: 1 })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'Enter at least 1.' })
  @Max(MAX_COUNTED, { message: `Enter at most ${MAX_COUNTED}.` })
  page?: number;

  /** Rows on a page. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 20 })
  @Optional()
  @ToNumber()
  @IsInt({ message: 'Enter a whole number.' })
  @Min(1, { message: 'Enter at least 1.' })
  @Max(MAX_PAGE, { message: `Enter at most ${MAX_PAGE}.` })
  pageSize?: number;

  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  @ApiPropertyOptional(CURSOR_SCHEMA)
  @Optional()
  @Matches(CURSOR, { message: 'Send the nextCursor of the page before.' })
  @MaxLength(1024)
  cursor?: string;
}

/** A page of a search. */
export interface Page<T> {
  items: T[];
  total: number;
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  nextCursor?: string;
}

/** The documented class of a page of `Item`. */
export function PageOf<T>(Item: Type<T>): Type<Page<T>> {
  class PageDto implements Page<T> {
    @ApiProperty({ type: [Item], maxItems: MAX_PAGE, description: 'The rows of this page.' })
    items!: T[];
    @ApiProperty({
      type: 'integer',
      minimum: 0,
      maximum: MAX_COUNTED,
      description: 'Matching rows, counted to 10,000.',
      example: 48,
    })
    total!: number;
    @ApiProperty({ type: 'boolean', description: 'False when there are more than `total`.', example: true })
    totalIsExact!: boolean;
    @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_COUNTED, example: 1 })
    page!: number;
    @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_PAGE, example: 20 })
    pageSize!: number;
    @ApiPropertyOptional({
      ...CURSOR_SCHEMA,
      description: 'Leads to the rows after these; absent on the last page.',
    })
    nextCursor?: string;
  }
  Object.defineProperty(PageDto, 'name', { value: `${Item.name.replace(/Dto$/, '')}PageDto` });
  return PageDto;
}

/** Documents an array response with its `X-Total-Count`. */
export const ApiRows = (Item: Type<unknown>) =>
  applyDecorators(
    ApiOkResponse({
      type: [Item],
      description: 'Newest first, at most 1,000.',
      headers: {
        'X-Total-Count': {
          description: 'The whole number of rows.',
          schema: { type: 'integer', minimum: 0 },
        },
      },
    }),
  );

/** Sends rows as an array with the whole number in `X-Total-Count`. */
export function sendRows<T>(reply: FastifyReply, { rows, total }: { rows: T[]; total: number }): T[] {
  void reply.header('X-Total-Count', String(total));
  return rows;
}
