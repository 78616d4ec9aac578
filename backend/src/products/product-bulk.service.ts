import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Caller } from '../common/access.js';
import { type BulkChange, type BulkOperation, runBulk } from '../lists/bulk.js';
import type { BulkResultDto } from '../lists/bulk.dto.js';
import { InvalidInput } from '../common/errors.js';
import { toDollars } from '../common/money.js';
import type { Attempt } from '../idempotency/attempt.js';
import type { CatalogueChange } from '../response-cache/catalogue-revision.js';
import { AppliedChange } from './applied-change.schema.js';
import { ManagedProducts } from './managed-products.service.js';
import { changedPrices, priceRefusal } from './price-change.js';
import type { BulkItemsDto, BulkPriceDto, BulkSpecDto, BulkStockDto } from './product-bulk.dto.js';
import { stateOf } from './product-changes.js';
import type { ManagedItemFilters } from './product-edit.dto.js';
import { ProductEditing, stockRefusal } from './product-editing.service.js';
import { toBreakDtos } from './product.dto.js';
import { assertSpec, ProductSpecs } from './product-specs.service.js';
import { ProductFilters } from './product-filters.service.js';
import { ProductStates } from './product-states.service.js';
import { Product } from './product.schema.js';

const GONE = 'There is no such product.';

/** Changes of many products. Each row is decided by what the product is then, in a transaction of its own. */
@Injectable()
export class ProductBulk {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectModel(AppliedChange.name) private readonly applied: Model<AppliedChange>,
    private readonly managed: ManagedProducts,
    private readonly editing: ProductEditing,
    private readonly states: ProductStates,
    private readonly specs: ProductSpecs,
    private readonly filters: ProductFilters,
  ) {}

  private readonly ofAll: Pick<
    BulkOperation<Product, ManagedItemFilters>,
    'what' | 'readScope' | 'filterOf' | 'labelOf'
  > = {
    what: 'product',
    readScope: 'catalogue:read',
    filterOf: (filters) => this.filters.filterOf(filters),
    labelOf: ({ name }) => name,
  };

  /** @throws InvalidInput without exactly one of `price` and `percent`, what `runBulk` throws */
  changePrices(body: BulkPriceDto, attempt: Attempt, by: Caller): Promise<BulkResultDto> {
    if ((body.price === undefined) === (body.percent === undefined))
      throw new InvalidInput({ price: 'Give a price or a percentage, and not both' });
    const changed = (product: Product) => changedPrices(product, body);
    return runBulk(
      this.products,
      body,
      {
        ...this.ofAll,
        refusal: (product) => refusalOf(product) ?? priceRefusal(product, changed(product)),
        changeOf: (product) => ({
          before: toDollars(product.priceCents),
          after: toDollars(changed(product).priceCents),
        }),
        run: (product) =>
          this.once('content', product, attempt, async (session, before) => {
            const prices = changed(before);
            const refusal = priceRefusal(before, prices);
            if (refusal !== undefined) throw new InvalidInput({ price: refusal });
            const after = await this.editing.apply(session, by, before, {
              price: toDollars(prices.priceCents),
              ...(prices.breaks && { breaks: toBreakDtos(prices.breaks) }),
            });
            return { before: toDollars(before.priceCents), after: toDollars(after.priceCents) };
          }),
      },
      { caller: by, isRepeat: attempt.isRepeat },
    );
  }

  /** @throws what `runBulk` throws */
  changeStock(body: BulkStockDto, attempt: Attempt, by: Caller): Promise<BulkResultDto> {
    const { units, reason } = body;
    return runBulk(
      this.products,
      body,
      {
        ...this.ofAll,
        refusal: (product) => refusalOf(product) ?? stockRefusal(product, units)?.message,
        changeOf: ({ availableQ }) => ({ before: availableQ, after: availableQ + units }),
        run: (product) =>
          this.once('stock', product, attempt, async (session, before) => {
            const { availableQ } = await this.editing.addUnits(session, by, before, units, reason);
            return { before: availableQ - units, after: availableQ };
          }),
      },
      { caller: by, isRepeat: attempt.isRepeat },
    );
  }

  /**
   * @throws InvalidInput for a kind or specification that there is not, and for a value that it does not take; what `runBulk`
   * throws
   */
  async changeSpecs(body: BulkSpecDto, attempt: Attempt, by: Caller): Promise<BulkResultDto> {
    const kind = await this.specs.kindOf(body.kind);
    const specs = { [body.key]: body.value };
    assertSpec(kind, body);
    const refusal = (product: Product) =>
      refusalOf(product) ?? (product.kind === kind.slug ? undefined : `It is not of the kind ${kind.label}.`);
    return runBulk(
      this.products,
      body,
      {
        ...this.ofAll,
        refusal,
        run: (product) =>
          this.managed.write('content', async (session) => {
            const before = await this.managed.find(String(product._id), session);
            const refused = refusal(before);
            if (refused !== undefined) throw new InvalidInput({ kind: refused });
            await this.editing.apply(session, by, before, { specs });
            return undefined;
          }),
      },
      { caller: by, isRepeat: attempt.isRepeat },
    );
  }

  /** @throws what `runBulk` throws */
  archive(body: BulkItemsDto, attempt: Attempt, by: Caller): Promise<BulkResultDto> {
    return runBulk(
      this.products,
      body,
      {
        ...this.ofAll,
        refusal: (product) => refusalOf(product) ?? (product.archived && 'It is archived already.'),
        run: async ({ _id }) => {
          await this.states.archive(String(_id), by);
          return undefined;
        },
      },
      { caller: by, isRepeat: attempt.isRepeat },
    );
  }

  /** @throws what `runBulk` throws */
  unarchive(body: BulkItemsDto, attempt: Attempt, by: Caller): Promise<BulkResultDto> {
    return runBulk(
      this.products,
      body,
      {
        ...this.ofAll,
        refusal: (product) => refusalOf(product) ?? (product.archived ? undefined : 'It is on sale already.'),
        run: async ({ _id }) => {
          await this.states.unarchive(String(_id), by);
          return undefined;
        },
      },
      { caller: by, isRepeat: attempt.isRepeat },
    );
  }

  /** Changes a product, if no earlier run of the same attempt has; returns what was changed. */
  private once(
    change: CatalogueChange,
    { _id }: Product,
    attempt: Attempt,
    work: (session: ClientSession, before: Product) => Promise<BulkChange>,
  ): Promise<BulkChange | undefined> {
    return this.managed.write(change, async (session) => {
      const key = `${String(attempt.id)}/${String(_id)}`;
      const earlier = attempt.isRepeat && (await this.applied.findById(key, null, { session }));
      if (earlier) return changeIn(earlier);
      const applied = await work(session, await this.managed.find(String(_id), session));
      await this.applied.create([{ _id: key, at: new Date(), ...applied }], { session });
      return applied;
    });
  }
}

const changeIn = ({ before, after }: AppliedChange): BulkChange | undefined =>
  before === undefined || after === undefined ? undefined : { before, after };

const refusalOf = (product: Product): string | undefined =>
  stateOf(product) === 'deleted' ? GONE : undefined;
