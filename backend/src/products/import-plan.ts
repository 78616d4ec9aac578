import { setImmediate as nextTurn } from 'node:timers/promises';
import { Types } from 'mongoose';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { columnError, type FileRow } from './import-file.js';
import { type Edit, edited, isEdited } from './product-changes.js';
import { pricingErrors } from './pricing.js';
import { cellOf, EDITED } from './product-columns.js';
import { CreateProductDto, toManagedDto } from './product-edit.dto.js';
import { stockRefusal, toProduct } from './product-editing.service.js';
import type { ImportedFieldDto, ImportErrorDto, ImportRow } from './product-import.dto.js';
import type { Product } from './product.schema.js';

/** Rows are planned in slices, so that other requests are served in between. */
const SLICE = 100;

/** What a file changes. Every row is one of these, or unchanged, or has errors. */
export interface Plan {
  creates: { line: number; product: CreateProductDto }[];
  updates: { line: number; before: Product; after: Product; units: number; isEdited: boolean }[];
  unchanged: number;
  errors: ImportErrorDto[];
}

/**
 * What rows change in the products as they are. A row with an `id` is that product's; else the product is found by `sku`, and a
 * new one is made where there is none.
 *
 * @param products those with the rows' ids and SKUs that were not deleted
 */
export async function planImport(rows: readonly FileRow[], products: readonly Product[]): Promise<Plan> {
  const plan: Plan = { creates: [], updates: [], unchanged: 0, errors: [] };
  const byId = new Map(products.map((product) => [String(product._id), product]));
  const bySku = new Map(products.flatMap((product) => (product.sku ? [[product.sku, product]] : [])));
  const seen = new Map<string, number>();
  /** Notes that a row is about a product or a SKU; false when another one is. */
  const isFirst = (what: string, line: number, column: string): boolean => {
    const before = seen.get(what);
    if (before !== undefined)
      plan.errors.push({ line, column, message: `Line ${before} is of the same product.` });
    else seen.set(what, line);
    return before === undefined;
  };
  for (const [n, { line, values }] of rows.entries()) {
    if (n % SLICE === 0) await nextTurn();
    const { id, sku, restock, setStock } = values;
    const fail = (column: string, message: string) => plan.errors.push({ line, column, message });
    if (restock !== undefined && setStock !== undefined) {
      fail('setStock', 'Give restock or setStock, and not both.');
      continue;
    }
    if (id === undefined && !sku) {
      fail('sku', 'The row has no SKU and no id.');
      continue;
    }
    const product = id === undefined ? bySku.get(sku!) : byId.get(id.toLowerCase());
    if (id !== undefined && !product) {
      fail('id', 'There is no such product.');
      continue;
    }
    const owner = sku ? bySku.get(sku) : undefined;
    if (owner && owner !== product) {
      fail('sku', `Another product has the SKU ${sku}.`);
      continue;
    }
    if (sku && !isFirst(`sku ${sku}`, line, 'sku')) continue;
    if (!product) {
      planCreation(plan, line, values);
      continue;
    }
    if (!isFirst(String(product._id), line, id === undefined ? 'sku' : 'id')) continue;
    const units = restock ?? (setStock === undefined ? 0 : setStock - product.availableQ);
    const refusal = stockRefusal(product, units);
    if (refusal) {
      fail(restock === undefined ? 'setStock' : 'restock', refusal.message);
      continue;
    }
    const after = edited(product, editOf(values), units);
    const isEdit = isEdited(product, after);
    if (isEdit && failsPricing(plan, line, after)) continue;
    if (!isEdit && units === 0) plan.unchanged += 1;
    else plan.updates.push({ line, before: product, after, units, isEdited: isEdit });
  }
  return plan;
}

function editOf(values: ImportRow): Edit {
  const { id: _, availableQ: _stock, restock: _units, setStock: _set, ...edit } = values;
  return edit;
}

function planCreation(plan: Plan, line: number, values: ImportRow): void {
  const { availableQ, restock, setStock, ...rest } = values;
  const fields = Object.entries(rest).filter(([, value]) => value !== null);
  const product = plainToInstance(CreateProductDto, {
    ...Object.fromEntries(fields),
    availableQ: availableQ ?? setStock ?? Math.max(0, restock ?? 0),
  });
  const missing = validateSync(product).map(({ property }) => property);
  if (missing.length === 0) {
    if (!failsPricing(plan, line, toProduct(product))) plan.creates.push({ line, product });
  } else {
    const message = `No product has the SKU ${values.sku}, and a new one also needs ${missing.join(', ')}.`;
    plan.errors.push({ line, column: 'sku', message });
  }
}

/** Notes what is wrong with the prices by quantity and the packs that a row makes, of which it may have but one column. */
function failsPricing(plan: Plan, line: number, product: Parameters<typeof pricingErrors>[0]): boolean {
  const errors = Object.entries(pricingErrors(product));
  for (const [field, message] of errors) plan.errors.push({ line, ...columnError(field, message) });
  return errors.length > 0;
}

/** The fields that differ, as an export shows them. */
export function changedFields(before: Product | undefined, after: Product): ImportedFieldDto[] {
  const was = before && toManagedDto(before);
  const is = toManagedDto(after);
  return EDITED.flatMap((field) => {
    const [wasCell, isCell] = [was && cellOf(was, field), cellOf(is, field)];
    if (wasCell === isCell) return [];
    return {
      field,
      ...(wasCell !== undefined && { before: wasCell }),
      ...(isCell !== undefined && { after: isCell }),
    };
  });
}

/** A new product as it will be read. */
export const created = (product: CreateProductDto): Product => ({
  ...toProduct(product),
  _id: new Types.ObjectId(),
  removedAt: null,
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 0,
});
