import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted } from 'mongoose';
import { Attention, MOST_WAITING } from '../attention/attention.service.js';
import { countRows } from '../lists/count-rows.js';
import { Outbox } from '../outbox/outbox.service.js';
import { LOW_STOCK } from '../products/availability.js';
import { productFacts } from '../products/product-events.js';
import { Product } from '../products/product.schema.js';
import { StockLevel } from './stock-level.schema.js';

/** Tells when a product has few units left, and when it has enough again. */
@Injectable()
export class StockLevels implements OnModuleInit {
  constructor(
    @InjectModel(StockLevel.name) private readonly levels: Model<StockLevel>,
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly outbox: Outbox,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    const isLow = { removedAt: null, availability: trusted({ $in: LOW_STOCK }) };
    this.attention.register({
      kind: 'low-stock',
      count: () => countRows(this.products, isLow, MOST_WAITING),
    });
  }

  /** Compares products with what is known of them; one that is seen first, which is new, or is not on sale, is no news. */
  async note(session: ClientSession, products: readonly Product[]): Promise<void> {
    const onSale = products.filter(({ removedAt }) => !removedAt);
    const ids = trusted({ $in: onSale.map(({ _id }) => _id) });
    const known = await this.levels.find({ _id: ids }, null, { session }).lean<StockLevel[]>();
    const levels = new Map(known.map((level) => [String(level._id), level]));
    const writes = [];
    for (const product of onSale) {
      const level = levels.get(String(product._id));
      const isLow = product.availability !== 'orderable';
      if (level?.isLow === isLow) continue;
      const version = (level?.version ?? -1) + 1;
      const write = { filter: { _id: product._id }, update: { $set: { isLow, version } }, upsert: true };
      writes.push({ updateOne: write });
      if (level) this.emit(session, product, version);
    }
    if (writes.length > 0) await this.levels.bulkWrite(writes, { session });
  }

  private emit(session: ClientSession, product: Product, version: number): void {
    this.outbox.emit(session, {
      type: product.availability === 'orderable' ? 'product.well-stocked' : 'product.low-stock',
      subject: `stock/${String(product._id)}`,
      version,
      payload: { product: productFacts(product), actor: { by: 'stock-alerts' } },
    });
  }
}
