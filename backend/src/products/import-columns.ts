import type { KindBook } from '../kinds/kind-book.js';
import { nearest } from '../kinds/nearest.js';
import { unescapeFormula } from '../lists/csv.js';
import { breaksOf, EDITED, PART_NUMBER_SEPARATOR, READ_ONLY, SPEC_PREFIX } from './product-columns.js';

/** The column that the file of rejected rows has more than the one that was sent. */
export const ERRORS_COLUMN = 'errors';

/** Columns that an import reads, by the names that the export gives them; besides them, those of specifications. */
const IMPORTED: readonly string[] = ['id', ...EDITED, 'restock', 'setStock'];
const IGNORED: readonly string[] = [...READ_ONLY, ERRORS_COLUMN];

/** An empty cell of these means none; of the others, that the cell is missing. */
const CLEARED: readonly string[] = [
  'sku',
  'kind',
  'lowStockAt',
  'breaks',
  'orderStep',
  'manufacturer',
  'partNumbers',
  'gtin',
  'externalId',
];
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

/** What a row's cell stands for; a text that is none of a column's values is left to the validator. */
function valueOf(column: string, cell: string): unknown {
  if (column === 'breaks') return breaksOf(cell) ?? cell;
  if (column === 'partNumbers')
    return cell
      .split(PART_NUMBER_SEPARATOR)
      .map((part) => part.trim())
      .filter(Boolean);
  return NUMBERS.includes(column) ? numberOf(cell) : cell;
}

/** The columns of a file, as spreadsheets and people write them: in any order and case. */
export class ImportColumns {
  /** In their order, by the names that the shop has for them. */
  readonly names: readonly string[];
  private readonly known: ReadonlyMap<string, string>;

  constructor(header: readonly string[], book: KindBook) {
    const specs = book.keys().map((key) => SPEC_PREFIX + key);
    this.known = new Map([...IMPORTED, ...IGNORED, ...specs].map((name) => [name.toLowerCase(), name]));
    this.names = header.map((cell) => {
      const name = unescapeFormula(cell.trim());
      return this.known.get(name.toLowerCase()) ?? name;
    });
  }

  /** Those that an import leaves alone. */
  get ignored(): string[] {
    return this.names.filter((name) => IGNORED.includes(name));
  }

  /** What is wrong with the header, by column. */
  errors(): { column?: string; message: string }[] {
    const errors: { column?: string; message: string }[] = this.names.flatMap((column, index) => {
      if (this.names.indexOf(column) !== index) return { column, message: 'This column is there twice.' };
      return this.known.has(column.toLowerCase()) ? [] : { column, message: this.unknown(column) };
    });
    if (!['sku', 'id', 'externalId'].some((name) => this.names.includes(name)))
      errors.push({ message: 'A column sku, id or externalId is needed, to know which product a row is.' });
    return errors;
  }

  private unknown(column: string): string {
    const near = nearest(column, [...this.known.keys()]);
    return near
      ? `Unknown column. Did you mean ${this.known.get(near)}?`
      : `Unknown column. Known are ${IMPORTED.join(', ')}, and ${SPEC_PREFIX} with the key of a specification.`;
  }

  /** What a row stands for, by the fields of a product. */
  fieldsOf(record: readonly string[]): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    const specs: Record<string, string> = {};
    for (const [index, column] of this.names.entries()) {
      if (IGNORED.includes(column)) continue;
      const cell = unescapeFormula(record[index]!);
      const isEmpty = cell.trim() === '';
      if (column.startsWith(SPEC_PREFIX)) specs[column.slice(SPEC_PREFIX.length)] = cell;
      else if (!isEmpty) fields[column] = valueOf(column, cell.trim());
      else if (CLEARED.includes(column)) fields[column] = null;
      else if (!LEFT.includes(column)) fields[column] = '';
    }
    return Object.keys(specs).length > 0 ? { ...fields, specs } : fields;
  }

  /** Where the column of a field stands: `specs.lengthMm` is in `spec.lengthMm`. */
  placeOf(field: string): number {
    return this.names.indexOf(field);
  }
}
