import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, Types } from 'mongoose';
import { Gone, NotFound } from '../common/errors.js';
import { findNewest } from '../lists/find-page.js';
import { withVersion } from '../common/versions.js';
import { ImageReferences } from '../images/image-references.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { Kinds } from '../kinds/kinds.service.js';
import type { KindsDto, ProductDto } from './product.dto.js';
import type { ProductDetailDto } from './product-detail.dto.js';
import { available } from './product-search.js';
import { toDetailDto, toShownDto } from './product-shown.js';
import { Product } from './product.schema.js';

/** Documents read at a time for the sitemap. */
const BATCH = 1_000;

/** Reads products, for the shop and for admins. */
@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly revision: CatalogueRevision,
    private readonly kindsOfParts: Kinds,
    images: ImageReferences,
  ) {
    images.register(this.products, 'imageId');
  }

  async newest(limit?: number): Promise<{ rows: ProductDto[]; total: number }> {
    const filter = { removedAt: null, ...available() };
    const book = await this.kindsOfParts.current();
    const toDto = (product: Product) => toShownDto(book, product);
    return findNewest(this.products, filter, limit, toDto, await this.revision.seenWrites('content'));
  }

  /** The kinds on sale: one step of the index for each, where `distinct` would read an entry for each product. */
  async kinds(): Promise<KindsDto> {
    const kinds = await this.kindsOnSale();
    const book = await this.kindsOfParts.current();
    const known = book.all.filter(({ slug }) => kinds.includes(slug));
    const options = known.map(({ slug, plural, group }) => ({ slug, label: plural, group }));
    const unknown = kinds.filter((slug) => !book.get(slug));
    return { kinds, options: [...options, ...unknown.map((slug) => ({ slug, label: slug, group: '' }))] };
  }

  private async kindsOnSale(): Promise<string[]> {
    const kinds: string[] = [];
    for (let last = ''; ; kinds.push(last)) {
      const next = await this.products
        .findOne({ removedAt: null, kind: trusted({ $gt: last }) }, { kind: 1 })
        .sort({ kind: 1 })
        .lean<Product>();
      if (!next?.kind) return kinds;
      last = next.kind;
    }
  }

  /** @throws NotFound, Gone for one that was archived or deleted */
  async get(id: string): Promise<ProductDetailDto> {
    const product = await this.products.findById(id).lean<Product>();
    if (!product) throw new NotFound('product');
    if (product.removedAt) throw new Gone('product', product.kind ? { kind: product.kind } : {});
    return withVersion(toDetailDto(await this.kindsOfParts.current(), product), product.version);
  }

  /** Those on sale with these SKUs, in the order given. */
  async withSkus(skus: readonly string[]): Promise<ProductDto[]> {
    const found = await this.products
      .find({ sku: trusted({ $in: [...skus] }), removedAt: null })
      .lean<Product[]>();
    const bySku = new Map(found.map((product) => [product.sku, product]));
    const book = await this.kindsOfParts.current();
    return [...new Set(skus)]
      .flatMap((sku) => bySku.get(sku) ?? [])
      .map((product) => toShownDto(book, product));
  }

  /** The `_id`s of those on sale with these SKUs, by SKU. */
  async idsOfSkus(skus: readonly string[]): Promise<Map<string, Types.ObjectId>> {
    const found = await this.products
      .find({ sku: trusted({ $in: [...skus] }), removedAt: null }, { sku: 1 })
      .lean<Product[]>();
    return new Map(found.map(({ _id, sku }) => [sku!, _id]));
  }

  /** The `_id` of every nth product in order of their ids, on sale or not; none after the last product. */
  async everyNth(n: number): Promise<string[]> {
    const found: string[] = [];
    for (let after: Types.ObjectId | undefined; ;) {
      const rows: Pick<Product, '_id'>[] = await this.products
        .find(after ? { _id: trusted({ $gt: after }) } : {}, { _id: 1 })
        .sort({ _id: 1 })
        .skip(n - 1)
        .limit(2)
        .lean();
      // with nothing after it, it begins nothing
      if (rows.length < 2) return found;
      after = rows[0]!._id;
      found.push(String(after));
    }
  }

  /** Of the next `count` products after one, in order of their ids, those on sale, in batches. */
  async *onSaleAfter(after: string, count: number): AsyncGenerator<{ id: string; updatedAt: Date }[]> {
    for (let last = after, rest = count; rest > 0; rest -= BATCH) {
      const rows = await this.products
        .find({ _id: trusted({ $gt: new Types.ObjectId(last) }) }, { updatedAt: 1, removedAt: 1 })
        .sort({ _id: 1 })
        .limit(Math.min(BATCH, rest))
        .lean<Product[]>();
      if (rows.length === 0) return;
      yield rows
        .filter(({ removedAt }) => !removedAt)
        .map(({ _id, updatedAt }) => ({ id: String(_id), updatedAt }));
      last = String(rows.at(-1)!._id);
    }
  }

  /** The `_id`s of products on sale with exactly this name; two are enough to know that it is not one's own. */
  async idsNamed(name: string): Promise<Types.ObjectId[]> {
    const found = await this.products
      .find({ removedAt: null, ...available(), name }, { _id: 1 })
      .limit(2)
      .lean<Product[]>();
    return found.map(({ _id }) => _id);
  }
}
