import { MongoError } from '../errors.js';
import { asDoc, isNumber, toNumber } from '../values/types.js';
import { type Query, makeQuery } from './read.js';

const usesVariables = (operand: unknown): boolean => JSON.stringify(operand).includes('"$$');
const isWhole = (operand: unknown, least: number): boolean =>
  isNumber(operand) && Number.isInteger(toNumber(operand)) && toNumber(operand) >= least;

/** The leading stages that the query planner takes: `$match`, `$sort`, `$skip`, `$limit`, in this order. */
export const leadingQuery = (pipeline: unknown[], hint: unknown): { query: Query; rest: unknown[] } => {
  const rest = [...pipeline];
  const take = (name: string, fits: (operand: unknown) => boolean): unknown => {
    const stage = asDoc(rest[0]);
    if (!stage || Object.keys(stage)[0] !== name || !fits(stage[name])) return undefined;
    rest.shift();
    return stage[name];
  };
  const filters: unknown[] = [];
  for (;;) {
    const filter = take('$match', (operand) => asDoc(operand) !== undefined && !usesVariables(operand));
    if (filter === undefined) break;
    filters.push(filter);
  }
  const sort = take('$sort', () => true);
  if (sort !== undefined && Object.keys(asDoc(sort) ?? {}).length === 0)
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  const skip = toNumber(take('$skip', (operand) => isWhole(operand, 0)) ?? 0);
  const limit = toNumber(take('$limit', (operand) => isWhole(operand, 1)) ?? 0);
  const filter = filters.length > 1 ? { $and: filters } : (asDoc(filters[0]) ?? {});
  return { query: makeQuery(filter, sort, skip, limit, hint), rest };
};
