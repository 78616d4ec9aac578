import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted, type Types } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import { InvalidInput, NotFound, StaleVersion } from '../common/errors.js';
import { toCents } from '../common/money.js';
import { findNewest, findPage, type Page, type Sort } from '../common/paging.js';
import { type IfMatchHeader, matchingVersion, withVersion } from '../common/versions.js';
import { matchesTokens, searchFieldsOf } from '../common/search-words.js';
import type { Attempt } from '../idempotency/attempt.js';
import { ImageReferences } from '../images/image-references.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { AVAILABILITIES, type Availability, availabilityOf } from './availability.js';
import {
  type CreateProductDto,
  type KindsDto,
  type ProductDto,
  type ProductSort,
  type SearchItemsQuery,
  toProductDto,
} from './product.dto.js';
import { Product } from './product.schema.js';

const SORTS: Record<ProductSort, Sort> = {
  newest: ['createdAt', -1],
  oldest: ['createdAt', 1],
  price: ['priceCents', 1],
  '-price': ['priceCents', -1],
  name: ['name', 1],
  '-name': ['name', -1],
  availableQ: ['availableQ', 1],
  '-availableQ': ['availableQ', -1],
};

/** Products of an availability; all of them by naming each, for the indexes. */
const available = (availability?: Availability): QueryFilter<Product> => ({
  availability: availability ?? trusted({ $in: [...AVAILABILITIES] }),
});

@Injectable()
export class ProductsService {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly images: ImageReferences,
    private readonly revision: CatalogueRevision,
  ) {
    images.register((img) => this.products.collection.distinct('img', { img }));
  }

  newest(limit?: number): Promise<{ rows: ProductDto[]; total: number }> {
    return findNewest(this.products, { removedAt: null, ...available() }, limit, toProductDto);
  }

  search(query: SearchItemsQuery): Promise<Page<ProductDto>> {
    const { q, kind, minPrice, maxPrice, availability, sort = 'newest' } = query;
    const words = matchesTokens(q);
    const filter: QueryFilter<Product> = {
      // only products on sale have tokens; with a kind, the index of kinds may have fewer rows than that of tokens
      ...((words.length === 0 || kind) && { removedAt: null }),
      ...(kind && { kind }),
      ...available(availability),
      ...((minPrice !== undefined || maxPrice !== undefined) && {
        priceCents: trusted({
          ...(minPrice !== undefined && { $gte: toCents(minPrice) }),
          ...(maxPrice !== undefined && { $lte: toCents(maxPrice) }),
        }),
      }),
      ...(words.length > 0 && { $and: words }),
    };
    return findPage(this.products, filter, SORTS[sort], query, toProductDto);
  }

  /** The kinds on sale: one step of the index for each, where `distinct` would read an entry for each product. */
  async kinds(): Promise<KindsDto> {
    const kinds: string[] = [];
    for (let last = ''; ; kinds.push(last)) {
      const next = await this.products
        .findOne({ removedAt: null, kind: trusted({ $gt: last }) }, { kind: 1 })
        .sort({ kind: 1 })
        .lean<Product>();
      if (!next?.kind) return { kinds };
      last = next.kind;
    }
  }

  async get(id: string): Promise<ProductDto> {
    const product = await this.products.findOne({ _id: id, removedAt: null }).lean<Product>();
    if (!product) throw new NotFound('product');
    return withVersion(toProductDto(product), product.version);
  }

  /** The `_id`s of products on sale with exactly this name; two are enough to know that it is not one's own. */
  async idsNamed(name: string): Promise<Types.ObjectId[]> {
    const found = await this.products
      .find({ removedAt: null, ...available(), name }, { _id: 1 })
      .limit(2)
      .lean<Product[]>();
    return found.map(({ _id }) => _id);
  }

  /** Adds a product and returns its `_id`, which is the attempt's: the same attempt adds one. */
  async create({ price, ...rest }: CreateProductDto, { id }: Attempt): Promise<string> {
    if (!(await this.images.keep(rest.img))) throw new InvalidInput({ img: 'Please upload the photo again' });
    const product = {
      ...rest,
      _id: id,
      priceCents: toCents(price),
      ...searchFieldsOf(rest.name, rest.kind, rest.description),
      availability: availabilityOf(rest),
    };
    try {
      await this.revision.write('content', (session) => this.products.create([product], { session }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return String(id);
  }

  /**
   * Takes a product out of every list.
   * @returns how many were taken: 1
   */
  async remove(id: string, ifMatch?: IfMatchHeader): Promise<number> {
    const onSale = { _id: id, removedAt: null };
    const { matchedCount } = await this.revision.write('content', (session) =>
      this.products.updateOne(
        { ...onSale, ...matchingVersion(ifMatch) },
        { $set: { removedAt: new Date(), tokens: [] }, $inc: { version: 1 } },
        { session },
      ),
    );
    if (matchedCount === 0)
      throw (await this.products.exists(onSale)) ? new StaleVersion('product') : new NotFound('product');
    return matchedCount;
  }
}
