import type { Doc } from '../values/bson.js';
import { compare, equal, typeClass } from '../values/keys.js';
import { asDoc, truthy } from '../values/types.js';
import { isOperatorDoc } from './matcher.js';

interface Condition {
  path: string;
  operator: string;
  value: unknown;
}

const conditionsIn = (filter: Doc): Condition[] =>
  Object.entries(filter).flatMap(([path, value]): Condition[] => {
    if (path === '$and' && Array.isArray(value))
      return value.flatMap((part) => conditionsIn(asDoc(part) ?? {}));
    const spec = isOperatorDoc(value) ? value : { $eq: value };
    return Object.keys(spec).map((operator) => ({ path, operator, value: spec[operator] }));
  });

/** Whether a value that meets `known` always meets `wanted`, both on one field; false when it cannot be seen. */
const follows = (known: Condition, wanted: Condition): boolean => {
  if (known.operator === wanted.operator && equal(known.value, wanted.value)) return true;
  if (known.operator === '$in' && Array.isArray(known.value)) {
    return known.value.every((value: unknown) => follows({ ...known, operator: '$eq', value }, wanted));
  }
  const bounds = ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(known.operator);
  if (wanted.operator === '$exists') return bounds && truthy(wanted.value) && (known.value ?? null) !== null;
  if (!bounds || typeClass(known.value) !== typeClass(wanted.value)) return false;
  const order = compare(known.value, wanted.value);
  const [way, orEqual] = [known.operator.slice(0, 3), known.operator.length === 4];
  // What the known condition lets through lies on one side of its value, or is the value.
  const above = known.operator === '$eq' || way === '$gt';
  const below = known.operator === '$eq' || way === '$lt';
  const touches = known.operator === '$eq' || orEqual;
  switch (wanted.operator) {
    case '$gt':
      return above && (order > 0 || (order === 0 && !touches));
    case '$gte':
      return above && order >= 0;
    case '$lt':
      return below && (order < 0 || (order === 0 && !touches));
    case '$lte':
      return below && order <= 0;
    default:
      return false;
  }
};

/** Whether every document that matches the filter belongs to a partial index; false when it cannot be seen. */
export const implies = (filter: Doc, partial: Doc): boolean => {
  const known = conditionsIn(filter);
  return conditionsIn(partial).every((wanted) =>
    known.some((condition) => condition.path === wanted.path && follows(condition, wanted)),
  );
};
