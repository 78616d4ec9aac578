import { Injectable } from '@nestjs/common';
import { type QueryFilter, trusted } from 'mongoose';
import { Kinds } from '../kinds/kinds.service.js';
import { MAX_BULK_ROWS } from '../lists/bulk.dto.js';
import { wordsOf } from '../lists/search-words.js';
import type { ManagedItemFilters } from './product-edit.dto.js';
import { filterOf, withKindSlug } from './product-search.js';
import type { Product } from './product.schema.js';

/** The `_id`s that the search finds, at most so many; undefined for filters that the database has indexes for. */
export type FindIds = (filters: ManagedItemFilters, most: number) => Promise<string[] | undefined>;

/** What the filters of an admins' list mean to the database, for changes of all that it shows. */
@Injectable()
export class ProductFilters {
  private findIds: FindIds = async () => undefined;

  constructor(private readonly kinds: Kinds) {}

  /** Lets the search, which knows this module, find what only an index of words and specifications can. */
  searchBy(findIds: FindIds): void {
    this.findIds = findIds;
  }

  /**
   * More rows than a bulk call may have are as good as all of them: it is refused. Where its `q` has no word, it has said that it
   * may mean every row.
   */
  async filterOf({ q, ...filters }: ManagedItemFilters): Promise<QueryFilter<Product>> {
    const words = wordsOf(q).length === 0 ? undefined : q;
    const known = withKindSlug(await this.kinds.current(), { ...filters, q: words });
    const ids = await this.findIds(known, MAX_BULK_ROWS + 1);
    if (!ids) return filterOf(known);
    const { q: _q, ...listed } = known;
    return { $and: [{ _id: trusted({ $in: ids }) }, filterOf(listed)] };
  }
}
