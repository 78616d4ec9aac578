import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { CsvError, parse } from 'csv-parse';
import { unescapeFormula } from '../lists/csv.js';
import { DomainError } from '../common/errors.js';
import { breaksOf, EDITED, READ_ONLY } from './product-columns.js';
import { type ImportErrorDto, ImportRow, MAX_IMPORT_ROWS, MAX_LISTED } from './product-import.dto.js';

/** Columns that an import reads, by the names that the export gives them. */
const IMPORTED: readonly string[] = ['id', ...EDITED, 'restock', 'setStock'];
const IGNORED: readonly string[] = READ_ONLY;

/** An empty cell of these means none; of the others, that the cell is missing. */
const CLEARED: readonly string[] = ['sku', 'kind', 'lowStockAt', 'breaks', 'orderStep'];
/** An empty cell of these leaves the product as it is. */
const LEFT: readonly string[] = ['id', 'availableQ', 'restock', 'setStock'];

const NUMBERS: readonly string[] = [
  'price',
  'minimumOQ',
  'orderStep',
  'lowStockAt',
  'availableQ',
  'restock',
  'setStock',
];
/** People write +40 as well. */
const NUMBER = /^[+-]?\d{1,12}(\.\d{1,6})?$/;
const numberOf = (cell: string): string | number => (NUMBER.test(cell) ? Number(cell) : cell);

const BREAKS_FORM = 'Write units and prices as 10:18.50;50:17.00.';

/** What a row's cell stands for; a text that is none of a column's values is left to the validator. */
function valueOf(column: string, cell: string): unknown {
  if (column === 'breaks') return breaksOf(cell) ?? cell;
  return NUMBERS.includes(column) ? numberOf(cell) : cell;
}

/** Rows are validated in slices, so that other requests are served in between. */
const SLICE = 100;
const MAX_RECORD = 64 * 1024;
/** More than there are columns; a line of nothing but commas is not read to its end. */
const MAX_COLUMNS = 100;
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
}

/** The columns by their names in lower case, as spreadsheets and people write them in any. */
const COLUMNS = new Map([...IMPORTED, ...IGNORED].map((name) => [name.toLowerCase(), name]));
const columnOf = (cell: string): string => {
  const name = unescapeFormula(cell.trim());
  return COLUMNS.get(name.toLowerCase()) ?? name;
};

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

function limitColumns(cell: string, { index }: { index: number }): string {
  if (index >= MAX_COLUMNS) throw new TooManyColumns();
  return cell;
}

/**
 * Reads a CSV file (RFC 4180, comma or semicolon): a header and rows of products. What is wrong is listed by line and column;
 * reading stops after 500 errors.
 *
 * @throws DomainError 413 for more than 5,000 rows
 */
export async function readImport(content: Buffer): Promise<ImportFile> {
  const file: ImportFile = { rows: [], count: 0, ignoredColumns: [], errors: [] };
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
  let columns: string[] | undefined;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (!columns) {
        columns = record.map(columnOf);
        checkHeader(columns, file);
      } else {
        file.count += 1;
        if (file.count > MAX_IMPORT_ROWS) throw tooManyRows();
        if (file.errors.every((error) => error.line !== 1)) addRow(file, columns, record, line);
        if (file.count % SLICE === 0) await nextTurn();
      }
      if (file.errors.length >= MAX_LISTED) return file;
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof TooManyColumns)
      file.errors.push({ line, message: `A row has at most ${MAX_COLUMNS} cells.` });
    else if (error instanceof CsvError)
      file.errors.push({
        line: Number(error['lines'] ?? line),
        message: 'The file is not valid CSV from here on.',
      });
    else throw error;
  }
  if (file.errors.length > 0) return file;
  if (!columns) file.errors.push({ line: 1, message: 'The file is empty.' });
  else if (file.count === 0) file.errors.push({ line: 2, message: 'There are no rows below the header.' });
  return file;
}

function checkHeader(columns: string[], file: ImportFile): void {
  const fail = (message: string, column?: string) =>
    file.errors.push({ line: 1, ...(column && { column }), message });
  for (const [index, column] of columns.entries()) {
    if (columns.indexOf(column) !== index) fail('This column is there twice.', column);
    else if (IGNORED.includes(column)) file.ignoredColumns.push(column);
    else if (!IMPORTED.includes(column)) fail(`Unknown column. Known are ${IMPORTED.join(', ')}.`, column);
  }
  if (!columns.includes('sku') && !columns.includes('id'))
    fail('A column sku or id is needed, to know which product a row is.');
}

function addRow(file: ImportFile, columns: string[], record: string[], line: number): void {
  if (record.length !== columns.length) {
    const message = `This row has ${record.length} cells, the header ${columns.length}.`;
    return void file.errors.push({ line, message });
  }
  const cells: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    if (IGNORED.includes(column)) continue;
    const cell = unescapeFormula(record[index]!);
    const isEmpty = cell.trim() === '';
    if (!isEmpty) cells[column] = valueOf(column, cell.trim());
    else if (CLEARED.includes(column)) cells[column] = null;
    else if (!LEFT.includes(column)) cells[column] = '';
  }
  const values = plainToInstance(ImportRow, cells, { exposeUnsetFields: false });
  const invalid = validateSync(values, { whitelist: true });
  if (invalid.length === 0) return void file.rows.push({ line, values });
  const place = ({ property }: { property: string }) => columns.indexOf(property);
  for (const error of invalid.toSorted((a, b) => place(a) - place(b))) {
    const [field, message] = firstMessage(error);
    const isMalformed = field === 'breaks' && typeof cells['breaks'] === 'string';
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

/** What is wrong with a field, such as `breaks.1.price`, by its column. */
export function columnError(field: string, message: string): { column: string; message: string } {
  const [column = field, index] = field.split('.');
  return { column, message: index === undefined ? message : `Price ${Number(index) + 1}: ${message}` };
}

const tooManyRows = () =>
  new DomainError(413, 'too-many-rows', 'Too large', `A file has at most ${MAX_IMPORT_ROWS} rows.`);
