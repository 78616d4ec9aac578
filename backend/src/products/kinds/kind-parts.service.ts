import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter, trusted } from 'mongoose';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import type { Kind } from '../../kinds/kind.js';
import { Product } from '../product.schema.js';
import type { KindChange, Restriction } from './kind-rules.js';

const COUNT_WAIT_MS = 5_000;

/** A deleted part may be restored, but nobody can see it to change it. */
const LISTED = { deleted: trusted({ $exists: false }) };
const DELETED = { deleted: trusted({ $exists: true }) };

const field = (key: string): string => `specs.${key}`;

/** The parts with a value that a change would not allow. Deleted ones included. */
function filterOf({ key, of }: Restriction): QueryFilter<Product>[] {
  if ('any' in of) return [{ [field(key)]: trusted({ $exists: true }) }];
  if ('option' in of) return [{ [field(key)]: of.option }];
  return [
    ...(of.outside.min === undefined ? [] : [{ [field(key)]: trusted({ $lt: of.outside.min }) }]),
    ...(of.outside.max === undefined ? [] : [{ [field(key)]: trusted({ $gt: of.outside.max }) }]),
    ...(of.outside.decimals === undefined ? [] : [{ [field(key)]: trusted({ $exists: true }) }]),
  ];
}

const decimalsOf = (value: unknown): number => String(value).split('.')[1]?.length ?? 0;

/** The parts of a kind: how many there are, and what an edit of the kind changes in them. */
@Injectable()
export class KindParts {
  private readonly counting = new ConcurrencyLimit(1, COUNT_WAIT_MS, 'Too many counts at once');

  constructor(@InjectModel(Product.name) private readonly products: Model<Product>) {}

  /** How many there are on sale and archived. */
  count(kind: string, session: ClientSession | null): Promise<number> {
    return this.products.countDocuments({ kind, ...LISTED }, { session: session ?? undefined });
  }

  /** How many of them stand in the way of a change. */
  async countOf(kind: string, restriction: Restriction, session: ClientSession): Promise<number> {
    const { key, of } = restriction;
    if (!('outside' in of && of.outside.decimals !== undefined)) {
      const [filter] = filterOf(restriction);
      return this.products.countDocuments({ kind, ...LISTED, ...filter }, { session });
    }
    let count = 0;
    const found = this.products.find({ kind, ...LISTED }, { specs: 1 }, { session }).lean<Product[]>();
    for await (const { specs } of found.cursor())
      if (decimalsOf(specs?.[key]) > of.outside.decimals) count += 1;
    return count;
  }

  /** How many of those on sale have no value, by the specification's key: one pass over them, one at a time. */
  lacking({ slug, specs }: Kind): Promise<Record<string, number>> {
    return this.counting.run(async () => {
      const lacking = Object.fromEntries(specs.map(({ key }) => [key, 0]));
      const parts = this.products.find({ removedAt: null, kind: slug }, { specs: 1 }).lean<Product[]>();
      for await (const part of parts.cursor())
        for (const { key } of specs) if (part.specs?.[key] === undefined) lacking[key]! += 1;
      return lacking;
    });
  }

  /**
   * Changes the parts as a change of their kind asks for: renamed options in all of them, and in deleted ones, which nobody can
   * edit, takes away what would not be allowed any more.
   *
   * @returns how many parts got a renamed option
   */
  async follow(kind: string, { renames, restrictions }: KindChange, session: ClientSession): Promise<number> {
    for (const restriction of restrictions)
      for (const filter of filterOf(restriction))
        await this.products.updateMany(
          { kind, ...DELETED, ...filter },
          { $unset: { [field(restriction.key)]: '' } },
          { session, timestamps: false },
        );
    let changed = 0;
    for (const { key, from, to, isList } of renames) {
      const { modifiedCount } = await this.products.updateMany(
        { kind, [field(key)]: from },
        {
          $set: isList ? { [`${field(key)}.$[option]`]: to } : { [field(key)]: to },
          // what others have read of them is stale
          $inc: { version: 1, changes: 1 },
        },
        { session, ...(isList && { arrayFilters: [{ option: from }] }) },
      );
      changed += modifiedCount;
    }
    return changed;
  }

  /** Takes a kind that is removed from its deleted parts. */
  async release(kind: string, session: ClientSession): Promise<void> {
    await this.products.updateMany(
      { kind, ...DELETED },
      { $unset: { kind: '', specs: '' } },
      { session, timestamps: false },
    );
  }
}
