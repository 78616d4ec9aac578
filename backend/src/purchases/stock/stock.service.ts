import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, trusted, type Types } from 'mongoose';
import { NotFound } from '../../common/errors.js';
import { availabilityOf } from '../../products/availability.js';
import { Product } from '../../products/product.schema.js';
import { CatalogueRevision } from '../../response-cache/catalogue-revision.js';
import { KeyedQueue } from './keyed-queue.js';
import type { NewOrder } from '../orders/new-order.js';
import { returnsStock, type Status, totalOf } from '../orders/order-rules.js';
import { NotEnoughStock } from '../purchase-errors.js';
import type { Order } from '../orders/order.schema.js';

/** How many products are remembered as scarce. */
const KNOWN_SCARCE = 1_000;

/** Takes the units of orders and returns them, in the unit of work that records why. */
@Injectable()
export class Stock {
  private readonly queue = new KeyedQueue();
  /** Products of which the last order here was refused because too few units were left. */
  private readonly scarce = new LRUCache<string, true>({ max: KNOWN_SCARCE });

  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly revision: CatalogueRevision,
  ) {}

  /** Runs work that moves a product's stock when no other of this process does: their transactions would conflict. */
  queued<T>(productId: Types.ObjectId, work: () => Promise<T>): Promise<T> {
    return this.queue.run(String(productId), work);
  }

  /**
   * Turns most of those away who want what is sold out, without a transaction. An order of any other product is not looked
   * up before.
   *
   * @throws NotFound, what `totalOf` throws
   */
  async expect(order: NewOrder): Promise<void> {
    if (this.scarce.delete(String(order.productId))) await this.find(order, null);
  }

  /**
   * Takes an order's units. Returns the product as it was before; what is wrong with the order shows by it, and an error ends
   * the transaction.
   *
   * @param isNew whether they count as held by a customer who never paid
   * @throws NotFound, NotEnoughStock
   */
  async take(session: ClientSession, order: NewOrder, isNew: boolean): Promise<Product> {
    const { productId, quantity } = order;
    const product = await this.move(session, productId, -quantity, isNew ? quantity : 0);
    if (product) return product;
    const { availableQ } = await this.find(order, session);
    throw new NotEnoughStock(availableQ);
  }

  /**
   * Moves what an order's change from one state to another moves: its units return to the stock, also to that of a product
   * which is not on sale any more; those of a new customer count as theirs until it is paid or cancelled.
   */
  async follow(session: ClientSession, order: Order, from: Status, to: Status): Promise<void> {
    const { productId, orderQuantity, ofNewCustomer } = order;
    const returned = returnsStock(from, to) ? orderQuantity : 0;
    const counted = from === 'unpaid' && ofNewCustomer ? orderQuantity : 0;
    if (returned === 0 && counted === 0) return;
    if (!(await this.move(session, productId, returned, -counted))) throw new NotFound('product');
  }

  private async find({ productId, quantity, seenCents }: NewOrder, session: ClientSession | null) {
    const product = await this.products
      .findOne({ _id: productId, removedAt: null }, null, { session })
      .lean<Product>();
    if (!product) throw new NotFound('product');
    if (quantity > product.availableQ) this.scarce.set(String(productId), true);
    totalOf(product, quantity, seenCents);
    return product;
  }

  /**
   * Adds to the units that can be ordered, or takes from those of a product on sale; never below zero. Keeps the product's
   * availability true. Returns the product as it was before; null when it is not there, or has too few units.
   *
   * @param counted added to what customers who never paid hold of it
   */
  private async move(
    session: ClientSession,
    productId: Types.ObjectId,
    units: number,
    counted: number,
  ): Promise<Product | null> {
    const enough = { removedAt: null, availableQ: trusted({ $gte: -units }) };
    const product = await this.products
      .findOneAndUpdate(
        { _id: productId, ...(units < 0 && enough) },
        {
          $inc: {
            ...(units !== 0 && { availableQ: units }),
            ...(counted !== 0 && { heldByNewCustomers: counted }),
          },
        },
        // what only the counter changes, no read shows
        { returnDocument: 'before', session, timestamps: units !== 0 },
      )
      .lean<Product>();
    if (!product || units === 0) return product;
    this.revision.bump('stock', session);
    const { availableQ, minimumOQ, lowStockAt } = product;
    const availability = availabilityOf({ availableQ: availableQ + units, minimumOQ, lowStockAt });
    if (availability !== product.availability)
      await this.products.updateOne({ _id: productId }, { availability }, { session });
    return product;
  }
}
