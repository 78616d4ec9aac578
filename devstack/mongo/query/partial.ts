import type { Doc } from '../values/bson.js';
import { compare, equal, typeClass } from '../values/keys.js';
import { asDoc, truthy } from '../values/types.js';

interface Condition {
  path: string;
  operator: string;
  value: unknown;
}

const conditionsIn = (filter: Doc): Condition[] =>
  Object.keys(filter).flatMap((path): Condition[] => {
    const value = filter[path];
    if (path === '$and' && Array.isArray(value))
      return value.flatMap((part) => conditionsIn(asDoc(part) ?? {}));
    const spec = asDoc(value);
    const first = spec && Object.keys(spec)[0];
    if (!spec || !first?.startsWith('$')) return [{ path, operator: '$eq', value }];
    return Object.keys(spec).map((operator) => ({ path, operator, value: spec[operator] }));
  });

const DEMANDS_PRESENCE = new Set([
  '$eq',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$regex',
  '$elemMatch',
  '$size',
  '$all',
]);

const order = (a: unknown, b: unknown): number | undefined =>
  typeClass(a) === typeClass(b) ? compare(a, b) : undefined;

/** Whether a value that meets `known` always meets `wanted`, both on one field. */
const follows = (known: Condition, wanted: Condition): boolean => {
  if (known.operator === wanted.operator && equal(known.value, wanted.value)) return true;
  if (known.operator === '$in' && Array.isArray(known.value)) {
    return known.value.every((value: unknown) => follows({ ...known, operator: '$eq', value }, wanted));
  }
  if (wanted.operator === '$exists') {
    return truthy(wanted.value) && DEMANDS_PRESENCE.has(known.operator) && known.value !== null;
  }
  if (wanted.operator === '$in' && Array.isArray(wanted.value)) {
    return known.operator === '$eq' && wanted.value.some((value: unknown) => equal(value, known.value));
  }
  if (wanted.operator === '$type') return false;
  const relation = order(known.value, wanted.value);
  if (relation === undefined) return false;
  const exact = known.operator === '$eq';
  switch (wanted.operator) {
    case '$gt':
      return exact || known.operator === '$gte' ? relation > 0 : known.operator === '$gt' && relation >= 0;
    case '$gte':
      return (exact || known.operator === '$gte' || known.operator === '$gt') && relation >= 0;
    case '$lt':
      return exact || known.operator === '$lte' ? relation < 0 : known.operator === '$lt' && relation <= 0;
    case '$lte':
      return (exact || known.operator === '$lte' || known.operator === '$lt') && relation <= 0;
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
