import { isDeepStrictEqual } from 'node:util';
import type { AuditedChange } from '../audit/audit-log.service.js';
import { changedFields } from '../audit/changed-fields.js';
import { Conflict } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { imageIdOf } from '../images/image-url.js';
import type { Specs } from '../kinds/kind.js';
import { availabilityOf } from './availability.js';
import { type ProductState, toManagedDto } from './product-edit.dto.js';
import type { PriceBreakDto } from './product.dto.js';
import { searchFieldsFor } from './product-search.js';
import type { Product } from './product.schema.js';

/** The fields that an edit sets, as the API has them; null clears one, undefined leaves it. */
export interface Edit {
  name?: string;
  price?: number;
  breaks?: PriceBreakDto[] | null;
  minimumOQ?: number;
  orderStep?: number | null;
  description?: string;
  img?: string;
  kind?: string | null;
  /** As its kind has them: `ProductSpecs.resolve` makes them of what was given. Null: none. */
  specs?: Specs | null;
  sku?: string | null;
  manufacturer?: string | null;
  partNumbers?: string[] | null;
  gtin?: string | null;
  externalId?: string | null;
  lowStockAt?: number | null;
}

/** An edit as it is sent: values of specifications may be texts with units. */
export interface RequestedEdit extends Omit<Edit, 'specs'> {
  specs?: Record<string, unknown>;
}

type Stored = Pick<
  Product,
  | 'name'
  | 'priceCents'
  | 'breaks'
  | 'minimumOQ'
  | 'orderStep'
  | 'description'
  | 'img'
  | 'imageId'
  | 'kind'
  | 'sku'
  | 'lowStockAt'
  | 'specs'
  | 'manufacturer'
  | 'partNumbers'
  | 'gtin'
  | 'externalId'
>;
const FIELDS = [
  'name',
  'priceCents',
  'breaks',
  'minimumOQ',
  'orderStep',
  'description',
  'img',
  'imageId',
  'kind',
  'sku',
  'lowStockAt',
  'specs',
  'manufacturer',
  'partNumbers',
  'gtin',
  'externalId',
] as const satisfies (keyof Stored)[];

export const stateOf = ({ removedAt, archived }: Product): ProductState | 'deleted' =>
  archived ? 'archived' : removedAt ? 'deleted' : 'on-sale';

/** Prices and packs as a product has them, of those that are given; null where there are none. */
export const storedPricing = ({
  price,
  breaks,
  orderStep,
}: Pick<Edit, 'price' | 'breaks' | 'orderStep'>) => ({
  ...(price !== undefined && { priceCents: toCents(price) }),
  ...(breaks !== undefined && {
    breaks: breaks?.length
      ? breaks.map((each) => ({ from: each.from, priceCents: toCents(each.price) }))
      : null,
  }),
  ...(orderStep !== undefined && { orderStep: orderStep === 1 ? null : orderStep }),
});

/** A product as an edit, and units added, would leave it. */
export function edited({ availableQ, ...product }: Product, edit: Edit, units = 0): Product {
  const { price: _price, breaks: _breaks, orderStep: _step, ...others } = edit;
  const fields = { ...others, ...storedPricing(edit) };
  const after = { ...product, availableQ: availableQ + units };
  for (const [field, value] of Object.entries(fields) as [keyof typeof fields, never][]) {
    if (value === null) delete after[field];
    else if (value !== undefined) after[field] = value;
  }
  if (after.img !== product.img) {
    const imageId = imageIdOf(after.img);
    if (imageId) after.imageId = imageId;
    else delete after.imageId;
  }
  return { ...after, availability: availabilityOf(after) };
}

const SEARCHED: readonly string[] = [
  'name',
  'kind',
  'description',
  'sku',
  'manufacturer',
  'partNumbers',
  'gtin',
  'externalId',
];

/** Whether the fields of the form differ. */
export const isEdited = (before: Product, after: Product): boolean =>
  FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));

/**
 * The update from one to the other, for a product read in the same transaction. Stock changes by an increment, which keeps what
 * orders took; only an edit of the form's fields makes what others have read of them stale.
 */
export function updateOf(before: Product, after: Product): Record<string, Record<string, unknown>> {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const cleared = changed.filter((field) => after[field] === undefined);
  const units = after.availableQ - before.availableQ;
  const $set = {
    ...Object.fromEntries(
      changed.filter((field) => !cleared.includes(field)).map((name) => [name, after[name]]),
    ),
    ...(after.availability !== before.availability && { availability: after.availability }),
    ...(changed.some((field) => SEARCHED.includes(field)) && searchFieldsFor(after, stateOf(after))),
  };
  const $inc = { ...(changed.length > 0 && { version: 1 }), ...(units !== 0 && { availableQ: units }) };
  return {
    $set,
    ...(Object.keys($inc).length > 0 && { $inc }),
    ...(cleared.length > 0 && { $unset: Object.fromEntries(cleared.map((field) => [field, ''])) }),
  };
}

/** What the API shows of a product: nothing of a deleted one. */
function auditedFields(product: Product | undefined): Record<string, unknown> {
  if (!product || stateOf(product) === 'deleted') return {};
  const {
    _id,
    createdAt: _created,
    updatedAt: _updated,
    availability: _derived,
    waitingUnits: _units,
    waitingAlerts: _alerts,
    specs = {},
    ...fields
  } = toManagedDto(product);
  // each specification by itself
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(specs).map(([key, value]) => [`specs.${key}`, value])),
  };
}

/** A change of a product for the audit log: the fields that differ, as the API shows them. */
export function auditedChange(
  action: string,
  before: Product | undefined,
  after: Product | undefined,
  more: Record<string, unknown> = {},
): AuditedChange {
  const changed = changedFields(auditedFields(before), auditedFields(after));
  const { _id, name } = (after ?? before)!;
  return {
    action,
    entity: 'product',
    entityId: String(_id),
    label: name,
    ...(before && { before: changed.before }),
    ...((after || Object.keys(more).length > 0) && { after: { ...changed.after, ...more } }),
  };
}

/** 409: another product has what another system calls it. */
export class ExternalIdTaken extends Conflict {
  constructor() {
    const detail = 'Another product has this external id.';
    super('external-id-taken', detail, { errors: { externalId: detail } });
  }
}

/** 409: another product has the number already. */
export class SkuTaken extends Conflict {
  /** @param sku undefined where the database does not say which */
  constructor(sku: string | undefined) {
    const detail = sku ? `Another product has the SKU ${sku}.` : 'Another product has this SKU.';
    super('sku-taken', detail, { errors: { sku: detail } });
  }
}
