import { MongoError } from '../errors.js';
import { stageOf } from '../aggregate/map-stages.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber } from '../values/types.js';
import { type Query, makeQuery } from './read.js';

const count = (operand: unknown, least: number): number | undefined => {
  const value = toNumber(operand);
  return isNumber(operand) && Number.isInteger(value) && value >= least ? value : undefined;
};

/** The leading stages that the query planner takes: `$match`, `$sort`, `$skip`, `$limit`, in this order. */
export const leadingQuery = (pipeline: unknown[], hint: unknown): { query: Query; rest: unknown[] } => {
  let at = 0;
  const filters: Doc[] = [];
  const next = (): [string, unknown] => (at < pipeline.length ? stageOf(pipeline[at]) : ['', undefined]);
  for (
    let [name, operand] = next();
    name === '$match' && asDoc(operand) && !usesVariables(operand);
    [name, operand] = next()
  ) {
    filters.push(asDoc(operand)!);
    at++;
  }
  const take = (wanted: string): unknown => {
    const [name, operand] = next();
    if (name !== wanted) return undefined;
    at++;
    return operand;
  };
  const sort = take('$sort');
  let skip = 0;
  let limit = 0;
  const [first, operand] = next();
  if (first === '$skip' && count(operand, 0) !== undefined) {
    skip = count(operand, 0)!;
    at++;
  }
  const [second, amount] = next();
  if (second === '$limit' && count(amount, 1) !== undefined) {
    limit = count(amount, 1)!;
    at++;
  }
  if (sort !== undefined && Object.keys(asDoc(sort) ?? {}).length === 0) {
    throw new MongoError(15976, '$sort stage must have at least one sort key');
  }
  const filter = filters.length === 1 ? filters[0]! : filters.length === 0 ? {} : { $and: filters };
  return { query: makeQuery(filter, sort, skip, limit, hint), rest: pipeline.slice(at) };
};

const usesVariables = (operand: unknown): boolean => JSON.stringify(operand).includes('"$$');
