import type { KindBook } from '../kinds/kind-book.js';
import { specCell } from '../kinds/spec-value.js';
import type { CsvColumn } from '../lists/csv.js';
import { type ManagedProductDto, toManagedDto } from './product-edit.dto.js';
import type { PriceBreakDto } from './product.dto.js';
import type { Product } from './product.schema.js';

/** What an import writes too. */
export const EDITED = [
  'sku',
  'name',
  'kind',
  'price',
  'breaks',
  'minimumOQ',
  'orderStep',
  'lowStockAt',
  'availableQ',
  'description',
  'img',
  'manufacturer',
  'partNumbers',
  'gtin',
  'externalId',
] as const satisfies (keyof ManagedProductDto)[];
/** What an import leaves alone. */
export const READ_ONLY = [
  'availability',
  'state',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof ManagedProductDto)[];
type Column = (typeof EDITED | typeof READ_ONLY)[number];

/** Before the key of a specification, in the name of its column. */
export const SPEC_PREFIX = 'spec.';
export const PART_NUMBER_SEPARATOR = ';';

/**
 * Prices by quantity as a cell has them: `10:18.50;50:17.00`. A single one ends with a semicolon, without which spreadsheets
 * take it for a time of day and write it back as another one.
 */
export const breaksCell = (breaks: readonly PriceBreakDto[]): string =>
  breaks.map(({ from, price }) => `${from}:${price.toFixed(2)}`).join(';') + (breaks.length === 1 ? ';' : '');

const BREAK = /^\s*(\d{1,10})\s*:\s*(\d{1,9}(?:\.\d{1,9})?)\s*$/;

/** The prices by quantity of a cell; undefined when it has anything else. */
export function breaksOf(cell: string): PriceBreakDto[] | undefined {
  const parts = cell.replace(/;\s*$/, '').split(';');
  const breaks = parts
    .map((part) => BREAK.exec(part))
    .map((found) => found && [Number(found[1]), Number(found[2])]);
  return breaks.every((found) => found !== null)
    ? breaks.map(([from, price]) => ({ from: from!, price: price! }))
    : undefined;
}

/** What a product's cell of a column has; undefined where it is empty. */
export function cellOf(product: ManagedProductDto, field: Column): string | number | undefined {
  if (field === 'breaks') return product.breaks && breaksCell(product.breaks);
  if (field === 'partNumbers') return product.partNumbers?.join(PART_NUMBER_SEPARATOR);
  return product[field];
}

/** What a product's cell of a specification has; undefined where it is empty. */
export function specCellOf(
  book: KindBook,
  { kind, specs }: Product,
  key: string,
): string | number | undefined {
  const value = specs?.[key];
  const spec = book.get(kind)?.specs.find((each) => each.key === key);
  if (value === undefined || !spec) return undefined;
  return typeof value === 'number' ? value : specCell(value);
}

/**
 * Every field of a product, by the names that an import reads, and the specifications: of one kind those that it has, else those
 * of all kinds.
 */
export function productColumns(book: KindBook, kind?: string): CsvColumn<Product>[] {
  const keys = kind === undefined ? book.keys() : (book.find(kind)?.specs ?? []).map(({ key }) => key);
  return [
    { header: 'id', value: ({ _id }) => String(_id) },
    ...EDITED.map((field) => ({
      header: field,
      value: (product: Product) => cellOf(toManagedDto(product), field),
    })),
    ...keys.map((key) => ({
      header: SPEC_PREFIX + key,
      value: (product: Product) => specCellOf(book, product, key),
    })),
    ...READ_ONLY.map((field) => ({
      header: field,
      value: (product: Product) => cellOf(toManagedDto(product), field),
    })),
  ];
}
