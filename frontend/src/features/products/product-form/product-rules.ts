import type { EditProductDto, ManagedProductDto } from '../../../api/generated-admin';
import { isSameValue } from '../../../forms/merge-edits';
import type { Spec } from '../../../api/types';
import { changedSpecs, sentSpecs, toTypedSpecs, type TypedSpecs } from '../../kinds/typed-specs';
import { nameError, required } from '../../../forms/validation';

/** The most prices by quantity that the server takes. */
export const MAX_BREAKS = 10;

/** A price by quantity as typed. */
interface BreakValues {
  from: string;
  price: string;
}

/** A product as typed; the photo is kept apart. */
export interface ProductValues {
  name: string;
  price: string;
  breaks: BreakValues[];
  minimumOQ: string;
  orderStep: string;
  availableQ: string;
  lowStockAt: string;
  /** Its slug. */
  kind: string;
  specs: TypedSpecs;
  sku: string;
  manufacturer: string;
  partNumbers: string[];
  gtin: string;
  externalId: string;
  description: string;
}

export const EMPTY_PRODUCT: ProductValues = {
  name: '',
  price: '',
  breaks: [],
  minimumOQ: '',
  orderStep: '',
  availableQ: '',
  lowStockAt: '',
  kind: '',
  specs: {},
  sku: '',
  manufacturer: '',
  partNumbers: [],
  gtin: '',
  externalId: '',
  description: '',
};

const PRICE = /^\d+(\.\d{1,2})?$/;
const WHOLE = /^\d+$/;
const GTIN = /^(\d{8}|\d{12,14})$/;
const SKU = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/;

const number = (text: string, pattern: RegExp, message: string, least: number): string | undefined =>
  pattern.test(text.trim()) && Number(text) >= least ? undefined : message;
const optional = (text: string, check: (text: string) => string | undefined): string | undefined =>
  text.trim() === '' ? undefined : check(text.trim());

type Check = (text: string) => string | undefined;

const priceError: Check = (text) =>
  required(text, 'Price is Required') ??
  number(text, PRICE, 'Price must be a number above 0 with at most two decimals', 0.01);

/** The messages of a price by quantity. */
export const BREAK_CHECKS: Record<keyof BreakValues, Check> = {
  from: (text) =>
    required(text, 'Units are Required') ??
    number(text, WHOLE, 'Units must be a whole number of at least 2', 2),
  price: priceError,
};

/** Each field's message: the specification's where one is missing, ours where one is no proper value. */
export const CHECKS: Record<
  Exclude<keyof ProductValues, 'breaks' | 'specs' | 'kind' | 'partNumbers'>,
  Check
> = {
  name: nameError,
  price: priceError,
  minimumOQ: (text) =>
    required(text, 'Minimum Order is Required') ??
    number(text, WHOLE, 'Minimum Order must be a whole number of at least 1', 1),
  orderStep: (text) =>
    optional(text, (value) =>
      number(value, WHOLE, 'Units of a pack must be a whole number of at least 1', 1),
    ),
  availableQ: (text) =>
    required(text, 'Available Quantity is Required') ??
    number(text, WHOLE, 'Available Quantity must be a whole number', 0),
  lowStockAt: (text) =>
    optional(text, (value) => number(value, WHOLE, 'Low stock must be a whole number', 0)),
  sku: (text) =>
    optional(text, (value) =>
      SKU.test(value) ? undefined : 'SKU may hold letters, figures, dots, slashes, hyphens and underscores',
    ),
  manufacturer: () => undefined,
  gtin: (text) =>
    optional(text, (value) =>
      GTIN.test(value.replaceAll(/[\s-]/g, '')) ? undefined : 'GTIN must be 8, 12, 13 or 14 figures',
    ),
  externalId: () => undefined,
  description: (text) => required(text, 'Description is Required'),
};

/**
 * What the server takes; call it with values that `CHECKS` have passed.
 *
 * @param specs those of its kind
 */
export function toProduct(values: ProductValues, img: string, specs: readonly Spec[] = []) {
  const { kind, partNumbers } = values;
  const sent = sentSpecs(specs, values.specs);
  const manufacturer = values.manufacturer.trim();
  const gtin = values.gtin.replaceAll(/[\s-]/g, '');
  const externalId = values.externalId.trim();
  const sku = values.sku.trim().toUpperCase();
  const lowStockAt = values.lowStockAt.trim();
  const orderStep = values.orderStep.trim();
  return {
    name: values.name.trim(),
    price: Number(values.price),
    minimumOQ: Number(values.minimumOQ),
    availableQ: Number(values.availableQ),
    description: values.description.trim(),
    img,
    ...(kind && { kind }),
    ...(Object.keys(sent).length > 0 && { specs: sent }),
    ...(manufacturer && { manufacturer }),
    ...(partNumbers.length > 0 && { partNumbers }),
    ...(gtin && { gtin }),
    ...(externalId && { externalId }),
    ...(sku && { sku }),
    ...(lowStockAt && { lowStockAt: Number(lowStockAt) }),
    ...(Number(orderStep) > 1 && { orderStep: Number(orderStep) }),
    ...(values.breaks.length > 0 && {
      breaks: values.breaks.map(({ from, price }) => ({ from: Number(from), price: Number(price) })),
    }),
  };
}

/** A product's fields as the form shows them. */
export const toValues = (product: Omit<ManagedProductDto, 'state' | 'updatedAt'>): ProductValues => ({
  name: product.name,
  price: product.price.toFixed(2),
  breaks: (product.breaks ?? []).map(({ from, price }) => ({ from: String(from), price: price.toFixed(2) })),
  minimumOQ: String(product.minimumOQ),
  availableQ: String(product.availableQ),
  orderStep: product.orderStep === undefined ? '' : String(product.orderStep),
  lowStockAt: product.lowStockAt === undefined ? '' : String(product.lowStockAt),
  kind: product.kind ?? '',
  specs: toTypedSpecs(product.specs),
  sku: product.sku ?? '',
  manufacturer: product.manufacturer ?? '',
  partNumbers: product.partNumbers ?? [],
  gtin: product.gtin ?? '',
  externalId: product.externalId ?? '',
  description: product.description,
});

/** The fields that an edit can take away. */
const CLEARABLE = [
  'kind',
  'sku',
  'manufacturer',
  'partNumbers',
  'gtin',
  'externalId',
  'lowStockAt',
  'orderStep',
  'breaks',
] as const satisfies (keyof EditProductDto)[];

/** The fields of an edit that differ from the product, of specifications those that do; null takes one away. */
export function toEdit(
  product: ManagedProductDto,
  values: ProductValues,
  img: string,
  specs: readonly Spec[] = [],
): EditProductDto {
  const { availableQ: _stock, specs: _sent, ...rest } = toProduct(values, img, specs);
  const cleared = Object.fromEntries(CLEARABLE.map((field) => [field, null]));
  const differs = ([field, value]: [string, unknown]) =>
    !isSameValue(value, product[field as keyof ManagedProductDto] ?? null);
  const changed = changedSpecs(specs, product.specs, values.specs);
  return {
    ...Object.fromEntries(Object.entries({ ...cleared, ...rest }).filter(differs)),
    ...(Object.keys(changed).length > 0 && { specs: changed }),
  };
}
