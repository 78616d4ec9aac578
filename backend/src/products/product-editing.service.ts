import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Caller } from '../common/access.js';
import { Conflict, InvalidInput } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { isDuplicateKey } from '../database/database.js';
import type { Attempt } from '../idempotency/attempt.js';
import { ImageReferences } from '../images/image-references.js';
import { imageIdOf } from '../images/image-url.js';
import { availabilityOf } from './availability.js';
import { ManagedProducts } from './managed-products.service.js';
import { pricingErrors } from './pricing.js';
import {
  auditedChange,
  type Edit,
  edited,
  ExternalIdTaken,
  isEdited,
  type RequestedEdit,
  SkuTaken,
  storedPricing,
  updateOf,
} from './product-changes.js';
import {
  type CreateProductDto,
  type ManagedProductDto,
  type RestockDto,
  toManagedDto,
} from './product-edit.dto.js';
import { MAX_QUANTITY } from './product-fields.js';
import { ProductSpecs } from './product-specs.service.js';
import { searchFieldsFor } from './product-search.js';
import { Product } from './product.schema.js';

/** Adds and edits single products, and changes their stock. */
@Injectable()
export class ProductEditing {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly managed: ManagedProducts,
    private readonly images: ImageReferences,
    private readonly specs: ProductSpecs,
  ) {}

  /**
   * Adds a product and returns its `_id`, which is the attempt's: the same attempt adds one.
   *
   * @throws SkuTaken, ExternalIdTaken, InvalidInput for prices that break a rule, for specifications that its kind does not take
   * and for an image that is not there any more
   */
  async create(product: CreateProductDto, { id }: Attempt, by: Caller): Promise<string> {
    try {
      await this.managed.write('content', async (session) => {
        await this.markImage(product.img, session);
        const fields = toProduct(newFields(await this.specs.resolve(session, undefined, product)));
        assertPricing(fields);
        const [created] = await this.products.create([{ ...fields, _id: id }], { session });
        await this.managed.record(
          session,
          by,
          auditedChange('product.created', undefined, created!.toObject()),
        );
      });
    } catch (error) {
      // the repetition of an attempt is a duplicate of what it has created, and of its SKU
      const isDuplicate =
        error instanceof SkuTaken || error instanceof ExternalIdTaken || isDuplicateKey(error);
      if (!(isDuplicate && (await this.products.exists({ _id: id })))) throw error;
    }
    return String(id);
  }

  /** A product as the form edits it, also an archived one, with the version of what the form edits. */
  async read(id: string): Promise<ManagedProductDto> {
    return toManagedDto(await this.managed.find(id, null));
  }

  /**
   * Changes the fields given, if the product's version is still the one that was read.
   *
   * @throws NotFound, StaleVersion, SkuTaken, ExternalIdTaken, InvalidInput for prices that break a rule, for specifications
   * that its kind does not take and for an image that is not there any more
   */
  async edit(id: string, edit: RequestedEdit, ifMatch: string, by: Caller): Promise<ManagedProductDto> {
    return this.managed.write('content', async (session) =>
      toManagedDto(await this.apply(session, by, await this.managed.find(id, session, { ifMatch }), edit)),
    );
  }

  /** Edits a product that was read in the same transaction. Returns it as it is then. */
  async apply(
    session: ClientSession,
    by: Caller,
    before: Product,
    requested: RequestedEdit,
  ): Promise<Product> {
    const after = edited(before, await this.specs.resolve(session, before, requested));
    if (!isEdited(before, after)) return before;
    assertPricing(after);
    if (after.img !== before.img) await this.markImage(after.img, session);
    const update = updateOf(before, after);
    return this.managed.update(session, by, 'product.updated', { before, after, update });
  }

  /**
   * Adds units to the stock, or takes some away, whatever orders take meanwhile. It edits nothing that the form does, so what
   * others have read stays current.
   *
   * @throws NotFound, Conflict when fewer units are left than it takes away
   */
  restock(
    id: string,
    { units, reason }: RestockDto,
    attempt: Attempt,
    by: Caller,
  ): Promise<ManagedProductDto> {
    return this.managed.write('stock', async (session) => {
      const before = await this.managed.find(id, session);
      const result = toManagedDto(await this.addUnits(session, by, before, units, reason));
      await attempt.store(result, session);
      return result;
    });
  }

  /** Adds units to a product that was read in the same transaction. Returns it as it is then. */
  async addUnits(
    session: ClientSession,
    by: Caller,
    before: Product,
    units: number,
    reason: string,
  ): Promise<Product> {
    const refusal = stockRefusal(before, units);
    if (refusal) throw refusal;
    const after = edited(before, {}, units);
    const update = updateOf(before, after);
    return this.managed.update(
      session,
      by,
      'product.restocked',
      { before, after, update },
      { units, reason },
    );
  }

  /** Marks an image that is going to be a product's. @throws InvalidInput when it is not there any more */
  private async markImage(img: string, session: ClientSession): Promise<void> {
    const missing = await this.images.mark([img], session);
    if (missing.has(img)) throw new InvalidInput({ img: 'Please upload the photo again' });
  }
}

/** A new product: a sent one whose specifications are as they are stored. */
export type NewProduct = Omit<CreateProductDto, 'specs' | 'kind'> & Pick<Product, 'specs' | 'kind'>;

/** A new product has no fields to clear. */
export const newFields = ({
  kind,
  specs,
  ...rest
}: Omit<NewProduct, 'kind' | 'specs'> & Pick<Edit, 'kind' | 'specs'>): NewProduct => ({
  ...rest,
  ...(kind && { kind }),
  ...(specs && { specs }),
});

/** A new product for the database. */
export const toProduct = ({ price, breaks, orderStep, ...rest }: NewProduct) => {
  const imageId = imageIdOf(rest.img);
  const pricing = storedPricing({ breaks, orderStep });
  return {
    ...rest,
    ...(imageId && { imageId }),
    priceCents: toCents(price),
    ...(pricing.breaks && { breaks: pricing.breaks }),
    ...(pricing.orderStep && { orderStep: pricing.orderStep }),
    ...searchFieldsFor(rest, 'on-sale'),
    availability: availabilityOf(rest),
  };
};

/** @throws InvalidInput with what `pricingErrors` finds */
function assertPricing(product: Parameters<typeof pricingErrors>[0]): void {
  const errors = pricingErrors(product);
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** Why units cannot be added: the stock would be below zero, or above what the shop counts. */
export function stockRefusal({ availableQ }: Product, units: number): Conflict | undefined {
  const available = { available: availableQ };
  if (availableQ + units < 0)
    return new Conflict('not-enough-stock', `Only ${availableQ} units are left.`, available);
  if (availableQ + units > MAX_QUANTITY)
    return new Conflict('too-much-stock', `It would be more than ${MAX_QUANTITY}.`, available);
  return undefined;
}
