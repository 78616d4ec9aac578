import type { CsvColumn } from '../lists/csv.js';
import { type ManagedProductDto, toManagedDto } from './product-edit.dto.js';
import type { Product } from './product.schema.js';

/** What an import writes too. */
export const EDITED = [
  'sku',
  'name',
  'kind',
  'price',
  'minimumOQ',
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

/** Every field of a product, by the names that an import reads. */
export const productColumns: CsvColumn<Product>[] = [
  { header: 'id', value: ({ _id }) => String(_id) },
  ...[...EDITED, ...READ_ONLY].map((field) => ({
    header: field,
    value: (product: Product) => toManagedDto(product)[field],
  })),
];
