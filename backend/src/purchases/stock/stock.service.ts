import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, trusted, type Types } from 'mongoose';
import { NotFound } from '../../common/errors.js';
import { availabilityOf } from '../../products/availability.js';
import { Product } from '../../products/product.schema.js';
import { CatalogueRevision } from '../../response-cache/catalogue-revision.js';
import type { WantedLine } from '../orders/new-order.js';
import { refusalOf } from '../orders/order-totals.js';
import type { Order } from '../orders/order.schema.js';
import { LinesRefused, type RefusedLine } from '../purchase-errors.js';
import { KeyedQueue } from '../../common/keyed-queue.js';
import { type StockMove, stockMoves } from './stock-moves.js';

/** How many products are remembered as scarce. */
const KNOWN_SCARCE = 1_000;

/** In the one order in which products are queued for and written, so that no two orders of the same parts wait for each other. */
export const inOrder = (ids: Iterable<string>): string[] => [...new Set(ids)].toSorted();

/** @param units that come back; below zero, that are taken */
const availabilityWith = ({ availableQ, minimumOQ, lowStockAt }: Product, units: number) =>
  availabilityOf({ availableQ: availableQ + units, minimumOQ, lowStockAt });

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

  /** Runs work that moves the stock of products when no other of this process does: their transactions would conflict. */
  queued<T>(lines: readonly { productId: Types.ObjectId }[], work: () => Promise<T>): Promise<T> {
    const ids = inOrder(lines.map(({ productId }) => String(productId)));
    return ids.reduceRight<() => Promise<T>>((inner, id) => () => this.queue.run(id, inner), work)();
  }

  /**
   * Turns most of those away who want what is sold out, without a transaction. An order of any other product is not looked
   * up before.
   *
   * @throws LinesRefused
   */
  async expect(lines: readonly WantedLine[]): Promise<void> {
    const isScarce = lines.map(({ productId }) => this.scarce.delete(String(productId)));
    if (isScarce.includes(true)) this.assertLines(lines, await this.read(lines, null));
  }

  /**
   * Takes the units of an order's lines. Returns the products as they were before, by id; an error ends the transaction.
   *
   * @param isNew whether the units count as held by a customer who never paid
   * @throws LinesRefused
   */
  async take(
    session: ClientSession,
    lines: readonly WantedLine[],
    isNew: boolean,
  ): Promise<Map<string, Product>> {
    const products = await this.read(lines, session);
    this.assertLines(lines, products);
    const moves = lines.map(({ productId, quantity }): [string, StockMove] => [
      String(productId),
      { units: -quantity, counted: isNew ? quantity : 0 },
    ]);
    await this.move(session, new Map(moves), products);
    return products;
  }

  /**
   * Moves what a change of an order moves: its units return to the stock, also to that of a product which is not on sale any
   * more.
   */
  async follow(session: ClientSession, before: Order, after: Order): Promise<void> {
    const moves = stockMoves(before, after);
    const returned = before.lines.filter(({ productId }) => moves.get(String(productId))?.units);
    const products = returned.length > 0 ? await this.read(returned, session) : new Map<string, Product>();
    await this.move(session, moves, products);
  }

  private async read(
    lines: readonly { productId: Types.ObjectId }[],
    session: ClientSession | null,
  ): Promise<Map<string, Product>> {
    const found = await this.products
      .find({ _id: trusted({ $in: lines.map(({ productId }) => productId) }) }, null, { session })
      .lean<Product[]>();
    return new Map(found.map((product) => [String(product._id), product]));
  }

  private assertLines(lines: readonly WantedLine[], products: Map<string, Product>): void {
    const refused = lines.flatMap(({ productId, quantity, seenCents }, line): RefusedLine[] => {
      const product = products.get(String(productId));
      if (!product || product.removedAt) return [{ line, error: new NotFound('product') }];
      if (quantity > product.availableQ) this.scarce.set(String(productId), true);
      const error = refusalOf(product, quantity, seenCents);
      return error ? [{ line, error }] : [];
    });
    if (refused.length > 0) throw new LinesRefused(refused);
  }

  /**
   * Adds to the units that can be ordered, or takes from those of products on sale; never below zero. Keeps each product's
   * availability true.
   *
   * @param products those of which units move, as they are before
   */
  private async move(
    session: ClientSession,
    moves: ReadonlyMap<string, StockMove>,
    products: ReadonlyMap<string, Product>,
  ): Promise<void> {
    if (moves.size === 0) return;
    const updates = inOrder(moves.keys()).map((_id) => {
      const { units, counted } = moves.get(_id)!;
      const product = products.get(_id);
      const availability = product && availabilityWith(product, units);
      return {
        updateOne: {
          filter: {
            _id,
            ...(units < 0 && { removedAt: null, availableQ: trusted({ $gte: -units }) }),
          },
          update: {
            $inc: {
              ...(units !== 0 && { availableQ: units }),
              ...(counted !== 0 && { heldByNewCustomers: counted }),
              ...(units !== 0 && { changes: 1 }),
            },
            ...(units !== 0 && availability !== product?.availability && { $set: { availability } }),
          },
          // what only the counter changes, no read shows
          timestamps: units !== 0,
        },
      };
    });
    const { matchedCount } = await this.products.bulkWrite(updates, { session });
    if (matchedCount !== updates.length) throw new NotFound('product');
    if ([...moves.values()].some(({ units }) => units !== 0)) this.revision.bump('stock', session);
  }
}
