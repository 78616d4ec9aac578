import { setImmediate as nextTurn } from 'node:timers/promises';
import { Types } from 'mongoose';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { columnError, type FileRow } from './import-file.js';
import type { KindBook } from '../kinds/kind-book.js';
import { edited, isEdited, type RequestedEdit } from './product-changes.js';
import { pricingErrors } from './pricing.js';
import { cellOf, EDITED, SPEC_PREFIX, specCellOf } from './product-columns.js';
import { CreateProductDto, toManagedDto } from './product-edit.dto.js';
import { newFields, type NewProduct, stockRefusal, toProduct } from './product-editing.service.js';
import type { ImportedFieldDto, ImportErrorDto, ImportRow } from './product-import.dto.js';
import { resolveSpecs } from './product-specs.service.js';
import type { Product } from './product.schema.js';

/** Rows are planned in slices, so that other requests are served in between. */
const SLICE = 100;

/** What a file changes. Every row is one of these, or unchanged, or has errors. */
export interface Plan {
  creates: { line: number; product: NewProduct }[];
  updates: { line: number; before: Product; after: Product; units: number; isEdited: boolean }[];
  unchanged: number;
  errors: ImportErrorDto[];
  /** The kinds by which specifications were read. */
  book: KindBook;
}

/** What the rows are read by. */
export interface PlanContext {
  book: KindBook;
  /** Of rows that name none. */
  kind?: string | undefined;
}

/**
 * What rows change in the products as they are. A row with an `id` is that product's; else the product is found by `externalId`,
 * then by `sku`, and a new one is made where there is none.
 *
 * @param products those with the rows' ids, external ids and SKUs that were not deleted
 */
export async function planImport(
  rows: readonly FileRow[],
  products: readonly Product[],
  context: PlanContext,
): Promise<Plan> {
  const plan: Plan = { creates: [], updates: [], unchanged: 0, errors: [], book: context.book };
  const byId = new Map(products.map((product) => [String(product._id), product]));
  const bySku = new Map(products.flatMap((product) => (product.sku ? [[product.sku, product]] : [])));
  const byExternalId = new Map(
    products.flatMap((each) => (each.externalId ? [[each.externalId, each]] : [])),
  );
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
    const { id, sku, externalId, restock, setStock } = values;
    const fail = (column: string, message: string) => plan.errors.push({ line, column, message });
    if (restock !== undefined && setStock !== undefined) {
      fail('setStock', 'Give restock or setStock, and not both.');
      continue;
    }
    if (id === undefined && !sku && !externalId) {
      fail('sku', 'The row has no SKU, no id and no external id.');
      continue;
    }
    const named = externalId ? byExternalId.get(externalId) : undefined;
    const product =
      id === undefined ? (named ?? (sku ? bySku.get(sku) : undefined)) : byId.get(id.toLowerCase());
    if (id !== undefined && !product) {
      fail('id', 'There is no such product.');
      continue;
    }
    const owner = sku ? bySku.get(sku) : undefined;
    if (owner && owner !== product) {
      fail('sku', `Another product has the SKU ${sku}.`);
      continue;
    }
    if (named && named !== product) {
      fail('externalId', `Another product has the external id ${externalId}.`);
      continue;
    }
    if (externalId && !isFirst(`external id ${externalId}`, line, 'externalId')) continue;
    if (sku && !isFirst(`sku ${sku}`, line, 'sku')) continue;
    if (!product) {
      planCreation(plan, line, values, context);
      continue;
    }
    if (!isFirst(String(product._id), line, id === undefined ? 'sku' : 'id')) continue;
    const units = restock ?? (setStock === undefined ? 0 : setStock - product.availableQ);
    const refusal = stockRefusal(product, units);
    if (refusal) {
      fail(restock === undefined ? 'setStock' : 'restock', refusal.message);
      continue;
    }
    const resolved = resolveSpecs(context.book, product, withKind(editOf(values), context, product));
    if (failsSpecs(plan, line, resolved.errors)) continue;
    const after = edited(product, resolved.edit, units);
    const isEdit = isEdited(product, after);
    if (isEdit && failsPricing(plan, line, after)) continue;
    if (!isEdit && units === 0) plan.unchanged += 1;
    else plan.updates.push({ line, before: product, after, units, isEdited: isEdit });
  }
  return plan;
}

function editOf(values: ImportRow): RequestedEdit {
  const { id: _, availableQ: _stock, restock: _units, setStock: _set, ...edit } = values;
  return edit;
}

/**
 * An edit with the kind that the file has for its rows, without the empty cells of specifications that its kind does not have: a
 * file of several kinds has the columns of all of them.
 */
function withKind<T extends Pick<RequestedEdit, 'kind' | 'specs'>>(
  { specs, ...edit }: T,
  { book, kind: ofFile }: PlanContext,
  before?: Product,
): Omit<T, 'specs'> & Pick<RequestedEdit, 'kind' | 'specs'> {
  const kind = edit.kind ?? ofFile ?? edit.kind;
  const of = kind === null ? undefined : book.find(kind ?? before?.kind ?? '');
  const cells = Object.entries(specs ?? {}).filter(
    ([key, cell]) => cell !== '' || of?.specs.some((spec) => spec.key === key),
  );
  return {
    ...edit,
    ...(kind !== undefined && { kind }),
    ...(cells.length > 0 && { specs: Object.fromEntries(cells) }),
  };
}

function failsSpecs(plan: Plan, line: number, errors: Record<string, string>): boolean {
  for (const [field, message] of Object.entries(errors))
    plan.errors.push({ line, ...columnError(field === 'specs' ? 'kind' : field, message) });
  return Object.keys(errors).length > 0;
}

function planCreation(plan: Plan, line: number, values: ImportRow, context: PlanContext): void {
  const { availableQ, restock, setStock, ...rest } = withKind(values, context);
  const fields = Object.entries(rest).filter(([, value]) => value !== null);
  const product = plainToInstance(CreateProductDto, {
    ...Object.fromEntries(fields),
    availableQ: availableQ ?? setStock ?? Math.max(0, restock ?? 0),
  });
  const missing = validateSync(product).map(({ property }) => property);
  if (missing.length > 0) {
    const by = values.sku ? `SKU ${values.sku}` : `external id ${values.externalId}`;
    const message = `No product has the ${by}, and a new one also needs ${missing.join(', ')}.`;
    plan.errors.push({ line, column: values.sku ? 'sku' : 'externalId', message });
    return;
  }
  const resolved = resolveSpecs(context.book, undefined, product);
  if (failsSpecs(plan, line, resolved.errors)) return;
  const fresh = newFields(resolved.edit);
  if (!failsPricing(plan, line, toProduct(fresh))) plan.creates.push({ line, product: fresh });
}

/** Notes what is wrong with the prices by quantity and the packs that a row makes, of which it may have but one column. */
function failsPricing(plan: Plan, line: number, product: Parameters<typeof pricingErrors>[0]): boolean {
  const errors = Object.entries(pricingErrors(product));
  for (const [field, message] of errors) plan.errors.push({ line, ...columnError(field, message) });
  return errors.length > 0;
}

/** The fields that differ, as an export shows them. */
export function changedFields(
  book: KindBook,
  before: Product | undefined,
  after: Product,
): ImportedFieldDto[] {
  const was = before && toManagedDto(before);
  const is = toManagedDto(after);
  const keys = new Set([...Object.keys(before?.specs ?? {}), ...Object.keys(after.specs ?? {})]);
  const cells = [
    ...EDITED.map((field) => [field, was && cellOf(was, field), cellOf(is, field)] as const),
    ...[...keys].map(
      (key) =>
        [SPEC_PREFIX + key, before && specCellOf(book, before, key), specCellOf(book, after, key)] as const,
    ),
  ];
  return cells.flatMap(([field, wasCell, isCell]) =>
    wasCell === isCell
      ? []
      : {
          field,
          ...(wasCell !== undefined && { before: wasCell }),
          ...(isCell !== undefined && { after: isCell }),
        },
  );
}

/** A new product as it will be read. */
export const created = (product: NewProduct): Product => ({
  ...toProduct(product),
  _id: new Types.ObjectId(),
  removedAt: null,
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 0,
});
