import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '../common/errors.js';
import type { KindBook } from '../kinds/kind-book.js';
import { ImportColumns } from './import-columns.js';
import { SPEC_PREFIX } from './product-columns.js';
import { type ImportErrorDto, ImportRow, MAX_ERRORS, MAX_IMPORT_ROWS } from './product-import.dto.js';

const BREAKS_FORM = 'Write units and prices as 10:18.50;50:17.00.';

/** Rows are validated in slices, so that other requests are served in between. */
const SLICE = 100;
const MAX_RECORD = 64 * 1024;
/** More than there are columns; a line of nothing but commas is not read to its end. */
const MAX_COLUMNS = 1_000;
const CHUNK = 64 * 1024;

export interface FileRow {
  line: number;
  values: ImportRow;
}

export interface ImportFile {
  rows: FileRow[];
  count: number;
  ignoredColumns: string[];
  errors: ImportErrorDto[];
  /** Whether it was read no further: what is wrong is not in single rows, or in too many. */
  isBroken: boolean;
}

export interface CsvRecord {
  /** Where it begins; the header is line 1. */
  line: number;
  cells: string[];
}

const delimiterOf = (content: Buffer): string => {
  const [head = ''] = content.subarray(0, 4_096).toString().split('\n', 1);
  return head.includes(';') && !head.includes(',') ? ';' : ',';
};

/** The file in parts, so that other requests are served in between. */
async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += CHUNK) {
    yield content.subarray(from, from + CHUNK);
    await nextTurn();
  }
}

class TooManyColumns extends Error {}

/** Whether an error says that a file is no CSV, or one that is too wide, from some row on. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof CsvError || error instanceof TooManyColumns;

function limitColumns(cell: string, { index }: { index: number }): string {
  if (index >= MAX_COLUMNS) throw new TooManyColumns();
  return cell;
}

/** The records of a CSV file (RFC 4180, comma or semicolon), the header first. */
export async function* recordsOf(content: Buffer): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(content),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    cast: limitColumns,
    to: MAX_IMPORT_ROWS + 2,
  });
  pipeline(Readable.from(chunksOf(content)), parser, () => undefined); // errors are the iterator's
  let line = 1;
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    yield { line, cells: record };
    line = info.lines + 1;
  }
}

/**
 * Reads a CSV file: a header and rows of products. What is wrong is listed by line and column; reading stops at a header that
 * is wrong and after 5,000 errors.
 *
 * @throws DomainError 413 for more than 5,000 rows
 */
export async function readImport(content: Buffer, book: KindBook): Promise<ImportFile> {
  const file: ImportFile = { rows: [], count: 0, ignoredColumns: [], errors: [], isBroken: false };
  const fail = (error: ImportErrorDto): ImportFile => {
    file.errors.push(error);
    file.isBroken = true;
    return file;
  };
  let columns: ImportColumns | undefined;
  let line = 1;
  try {
    for await (const { line: at, cells } of recordsOf(content)) {
      line = at;
      if (!columns) {
        columns = new ImportColumns(cells, book);
        file.ignoredColumns = columns.ignored;
        for (const error of columns.errors()) fail({ line, ...error });
        continue;
      }
      file.count += 1;
      if (file.count > MAX_IMPORT_ROWS) throw tooManyRows();
      if (!file.isBroken) addRow(file, columns, cells, line);
      if (file.count % SLICE === 0) await nextTurn();
      if (file.errors.length >= MAX_ERRORS) file.isBroken = true;
    }
  } catch (error) {
    if (error instanceof TooManyColumns)
      return fail({ line, message: `A row has at most ${MAX_COLUMNS} cells.` });
    if (error instanceof CsvError)
      return fail({
        line: Number(error['lines'] ?? line),
        message: 'The file is not valid CSV from here on.',
      });
    throw error;
  }
  if (file.errors.length > 0) return file;
  if (!columns) return fail({ line: 1, message: 'The file is empty.' });
  if (file.count === 0) return fail({ line: 2, message: 'There are no rows below the header.' });
  return file;
}

function addRow(file: ImportFile, columns: ImportColumns, record: string[], line: number): void {
  if (record.length !== columns.names.length) {
    const message = `This row has ${record.length} cells, the header ${columns.names.length}.`;
    return void file.errors.push({ line, message });
  }
  const fields = columns.fieldsOf(record);
  const values = plainToInstance(ImportRow, fields, { exposeUnsetFields: false });
  const invalid = validateSync(values, { whitelist: true });
  if (invalid.length === 0) return void file.rows.push({ line, values });
  const place = ({ property }: { property: string }) => columns.placeOf(property);
  for (const error of invalid.toSorted((a, b) => place(a) - place(b))) {
    const [field, message] = firstMessage(error);
    const isMalformed = field === 'breaks' && typeof fields['breaks'] === 'string';
    file.errors.push({ line, ...columnError(field, isMalformed ? BREAKS_FORM : message) });
  }
}

/** The message of a field, or the first one of what is in it. */
function firstMessage({ property, constraints = {}, children = [] }: ValidationError): [string, string] {
  const message = Object.values(constraints).at(-1);
  if (message !== undefined || !children[0]) return [property, message ?? 'Invalid'];
  const [field, nested] = firstMessage(children[0]);
  return [`${property}.${field}`, nested];
}

/** What is wrong with a field, such as `breaks.1.price` or `specs.lengthMm`, by its column. */
export function columnError(field: string, message: string): { column: string; message: string } {
  const [column = field, part] = field.split('.');
  if (column === 'specs' && part !== undefined) return { column: SPEC_PREFIX + part, message };
  return { column, message: part === undefined ? message : `Price ${Number(part) + 1}: ${message}` };
}

const tooManyRows = () =>
  new DomainError(413, 'too-many-rows', 'Too large', `A file has at most ${MAX_IMPORT_ROWS} rows.`);
