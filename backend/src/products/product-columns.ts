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
] as const satisfies (keyof ManagedProductDto)[];
/** What an import leaves alone. */
export const READ_ONLY = [
  'availability',
  'state',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof ManagedProductDto)[];
type Column = (typeof EDITED | typeof READ_ONLY)[number];

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
export function cellOf<Field extends Column>(product: ManagedProductDto, field: Field) {
  return field === 'breaks'
    ? product.breaks && breaksCell(product.breaks)
    : product[field as Exclude<Field, 'breaks'>];
}

/** Every field of a product, by the names that an import reads. */
export const productColumns: CsvColumn<Product>[] = [
  { header: 'id', value: ({ _id }) => String(_id) },
  ...[...EDITED, ...READ_ONLY].map((field) => ({
    header: field,
    value: (product: Product) => cellOf(toManagedDto(product), field),
  })),
];
