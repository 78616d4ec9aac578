import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';

export type CsvValue = string | number | boolean | Date | undefined | null;

/** One column of an export of `Row`s. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvValue;
}

/** How many rows there will be, as far as they were counted. */
export interface CsvTotal {
  total: number;
  totalIsExact: boolean;
}

/**
 * Where a spreadsheet would take text for a formula, as OWASP lists it: at the beginning of a cell, and where a cell begins once the
 * file is read with another separator, within which our quotes do not count. Apostrophes and quotes before it count as well,
 * so that one that was typed is told from one that was put there.
 */
const FORMULA =
  /^(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const ESCAPED =
  /^'(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])'(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A text that no spreadsheet runs as a formula: an apostrophe before what would be one. */
export const escapeFormula = (text: string): string => text.replace(FORMULA, "'");

/** The text that `escapeFormula` was given. */
export const unescapeFormula = (cell: string): string => cell.replace(ESCAPED, '');

/** A cell as it is written: numbers as they are, also negative ones, and dates in ISO 8601. */
function cellOf(value: CsvValue): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? escapeFormula(value) : String(value);
}

async function* recordsOf<Row>(
  columns: readonly CsvColumn<Row>[],
  first: IteratorResult<Row>,
  rest: AsyncIterator<Row>,
): AsyncGenerator<string[]> {
  try {
    yield columns.map(({ header }) => escapeFormula(header));
    for (let row = first; !row.done; row = await rest.next()) {
      const { value } = row;
      yield columns.map((column) => cellOf(column.value(value)));
    }
  } finally {
    await rest.return?.();
  }
}

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark, which Excel needs) that are read as fast as the stream is, and no
 * further. A stream that is destroyed ends the reading of the rows; rows that fail destroy the stream.
 *
 * @throws what reading the first row does
 */
export async function csvStream<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]();
  const records = Readable.from(recordsOf(columns, await iterator.next(), iterator));
  // the callback is called when it ends, fails or is destroyed; a failure is an event of the stream that is returned
  return pipeline(records, stringify({ bom: true, record_delimiter: 'windows' }), () => undefined);
}

/**
 * The response of an export: a file of all rows, in constant memory at any size. What fails before the first row is sent as a
 * problem; later, the connection is aborted, so that half a file is never taken for a whole one.
 *
 * @param fileName without its ending
 * @param count sent in `X-Total-Count` and `X-Total-Is-Exact`, for a progress bar
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  count?: CsvTotal,
): Promise<StreamableFile> {
  const stream = await csvStream(columns, rows);
  if (count)
    void reply.headers({
      'X-Total-Count': String(count.total),
      'X-Total-Is-Exact': String(count.totalIsExact),
    });
  void reply.header('Cache-Control', 'no-store');
  const day = new Date().toISOString().slice(0, 10);
  return new StreamableFile(stream, {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="${fileName}-${day}.csv"`,
  });
}

/** Documents an export. */
export const ApiCsv = () =>
  applyDecorators(
    ApiProduces('text/csv'),
    ApiOkResponse({
      description: 'All matching rows as a CSV file, with a row of headers.',
      schema: { type: 'string' },
      headers: {
        'X-Total-Count': {
          description: 'How many rows, counted to 10,000; for a progress bar.',
          schema: { type: 'integer' },
        },
        'X-Total-Is-Exact': {
          description: '`false` when there are more than `X-Total-Count`.',
          schema: { type: 'boolean' },
        },
      },
    }),
  );
