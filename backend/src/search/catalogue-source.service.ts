import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, type Types } from 'mongoose';
import type { KindBook } from '../kinds/kind-book.js';
import { Kinds } from '../kinds/kinds.service.js';
import { stateOf } from '../products/product-changes.js';
import { Product } from '../products/product.schema.js';
import type { CatalogueSource, Changes } from './search-engine.js';
import { type SearchDocument, toSearchDocument } from './search-document.js';

/** Products read at a time. */
const BATCH = 500;

/** Reads products as an index holds them. */
@Injectable()
export class ProductSource implements CatalogueSource {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly kinds: Kinds,
  ) {}

  book(): Promise<KindBook> {
    return this.kinds.read(null);
  }

  async *all(book: KindBook): AsyncGenerator<SearchDocument[]> {
    for (let last: Types.ObjectId | undefined; ;) {
      const found: Product[] = await this.products
        .find(last ? { _id: trusted({ $gt: last }) } : {})
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<Product[]>();
      yield found
        .filter((product) => stateOf(product) !== 'deleted')
        .map((product) => toSearchDocument(book, product));
      if (found.length < BATCH) return;
      last = found.at(-1)!._id;
    }
  }

  async read(book: KindBook, ids: readonly string[]): Promise<Changes> {
    const found = await this.products.find({ _id: trusted({ $in: [...ids] }) }).lean<Product[]>();
    const listed = found.filter((product) => stateOf(product) !== 'deleted');
    const known = new Set(listed.map(({ _id }) => String(_id)));
    const changesOf = new Map(found.map(({ _id, changes = 0 }) => [String(_id), changes]));
    return {
      documents: listed.map((product) => toSearchDocument(book, product)),
      removed: ids
        .filter((id) => !known.has(id))
        .map((id) => ({ id, changes: changesOf.get(id) ?? Number.MAX_SAFE_INTEGER })),
    };
  }

  /** How many an index would hold, counted to a limit. */
  count(limit: number): Promise<number> {
    return this.products.countDocuments({ deleted: trusted({ $exists: false }) }, { limit }).exec();
  }
}
