import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { InvalidInput, StaleVersion } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { type IfMatchHeader, matchingVersion, namesVersion, withVersion } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { isDuplicateKey } from '../database/database.js';
import { DeliverySettingsService } from '../delivery/delivery-settings.service.js';
import { Product } from '../products/product.schema.js';
import type {
  BasketDto,
  CheckBasketDto,
  DestinationQuery,
  SaveBasketDto,
  SaveBasketLineDto,
} from './basket.dto.js';
import { quoteOf, SHOWN_FIELDS } from './basket-quote.js';
import { Basket, type BasketLine } from './basket.schema.js';

/** The baskets of customers. */
@Injectable()
export class Baskets implements OnModuleInit {
  constructor(
    @InjectModel(Basket.name) private readonly baskets: Model<Basket>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly delivery: DeliverySettingsService,
    private readonly removal: AccountRemoval,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id }) => {
      await this.baskets.deleteOne({ _id: new Types.ObjectId(id) });
    });
  }

  /** A customer without a basket has an empty one, of version 0. */
  async get(to: DestinationQuery, { id }: Caller): Promise<BasketDto> {
    const basket = await this.baskets.findById(id).lean<Basket>();
    return withVersion(await this.quote(basket?.lines ?? [], to), basket?.version);
  }

  /** @throws InvalidInput for a product in two lines, StaleVersion */
  async replace(
    basket: SaveBasketDto,
    to: DestinationQuery,
    ifMatch: IfMatchHeader,
    { id }: Caller,
  ): Promise<BasketDto> {
    const saved = await this.save(new Types.ObjectId(id), linesOf(basket.lines), ifMatch);
    return withVersion(await this.quote(saved.lines, to), saved.version);
  }

  /** @throws InvalidInput for a product in two lines */
  async check({ lines, ...to }: CheckBasketDto): Promise<BasketDto> {
    return this.quote(linesOf(lines), to);
  }

  /** Takes the lines of these products out of a customer's basket, in the unit of work that orders them. */
  async removeOrdered(
    session: ClientSession,
    customerId: string,
    productIds: readonly Types.ObjectId[],
  ): Promise<void> {
    const ordered = trusted({ $in: [...productIds] });
    await this.baskets.updateOne(
      { _id: new Types.ObjectId(customerId), 'lines.productId': ordered },
      {
        $pull: { lines: { productId: ordered } },
        $set: { changedAt: new Date() },
        $inc: { version: 1 },
      },
      { session },
    );
  }

  /** @throws StaleVersion */
  private async save(
    _id: Types.ObjectId,
    lines: BasketLine[],
    ifMatch: IfMatchHeader,
    isRepeat = false,
  ): Promise<Basket> {
    try {
      const saved = await this.baskets
        .findOneAndUpdate(
          { _id, ...matchingVersion(ifMatch) },
          { $set: { lines, changedAt: new Date() }, $inc: { version: 1 } },
          { upsert: namesVersion(ifMatch, 0), returnDocument: 'after' },
        )
        .lean<Basket>();
      if (saved) return saved;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // the basket is of another version, or another request has just made it
      if (!isRepeat) return this.save(_id, lines, ifMatch, true);
    }
    throw new StaleVersion('basket');
  }

  private async quote(lines: readonly BasketLine[], to: DestinationQuery): Promise<BasketDto> {
    const ids = lines.map(({ productId }) => productId);
    const { shopCountry, time } = this.config.delivery;
    const [products, settings] = await Promise.all([
      this.products.find({ _id: trusted({ $in: ids }) }, SHOWN_FIELDS).lean<Product[]>(),
      this.delivery.current(),
    ]);
    const byId = new Map(products.map((product) => [String(product._id), product]));
    const { country = shopCountry, region, deliveryMethodId: methodId } = to;
    return quoteOf(lines, byId, { settings, to: { country, region }, methodId, at: new Date(), time });
  }
}

/** @throws InvalidInput for a product in two lines */
function linesOf(lines: readonly SaveBasketLineDto[]): BasketLine[] {
  const seen = new Set<string>();
  return lines.map(({ productId: id, orderQuantity: quantity, price }, n) => {
    const productId = new Types.ObjectId(id);
    if (seen.has(String(productId)))
      throw new InvalidInput({ [`lines.${n}.productId`]: 'This part is in another line' });
    seen.add(String(productId));
    return { productId, quantity, ...(price !== undefined && { seenCents: toCents(price) }) };
  });
}
