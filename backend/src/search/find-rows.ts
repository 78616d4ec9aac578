import { type Model, trusted } from 'mongoose';
import { InvalidInput } from '../common/errors.js';
import { MAX_COUNTED } from '../common/paging.js';
import type { Product } from '../products/product.schema.js';
import type {
  EnginePage,
  EngineQuery,
  EngineSort,
  PageWanted,
  SearchEngine,
  WaitingSort,
} from './search-engine.js';
import { compareKeys, directionOf, pageOf } from './sort-keys.js';

/** What an engine is asked for. */
interface Wanted {
  engine: SearchEngine;
  query: EngineQuery;
  sort: EngineSort | WaitingSort;
}

const isByWaiting = (sort: EngineSort | WaitingSort): sort is WaitingSort =>
  sort.by === 'waiting' || sort.by === '-waiting';

/** A page of what an engine finds, in any order. @throws InvalidInput as `findByWaiting` */
export const findRows = (
  products: Model<Product>,
  { engine, query, sort }: Wanted,
  page: PageWanted,
): Promise<EnginePage> =>
  isByWaiting(sort) ? findByWaiting(products, { engine, query, sort }, page) : engine.find(query, sort, page);

/**
 * By the units that people wait for: they change without an event that engines follow, so the database says them, for as many
 * products as pages reach.
 *
 * @throws InvalidInput where more are found
 */
async function findByWaiting(
  products: Model<Product>,
  { engine, query, sort }: Wanted,
  page: PageWanted,
): Promise<EnginePage> {
  const { rows, total } = await engine.find(query, { by: 'newest' }, { skip: 0, size: MAX_COUNTED });
  if (total > MAX_COUNTED)
    throw new InvalidInput({
      sort: `Sort at most ${MAX_COUNTED} products by waiting units: search for more words, or filter them.`,
    });
  const found = await products
    .find({ _id: trusted({ $in: rows.map(({ id }) => id) }) }, { waitingUnits: 1 })
    .hint({ _id: 1 })
    .lean<Pick<Product, '_id' | 'waitingUnits'>[]>();
  const keyed = found.map(({ _id, waitingUnits = 0 }) => ({
    id: String(_id),
    key: [waitingUnits, String(_id)],
  }));
  const direction = directionOf(sort);
  return { rows: pageOf(keyed, (a, b) => compareKeys(a.key, b.key, direction), page), total };
}
