import type { Types } from '@opensearch-project/opensearch';
import { wrongCursor } from '../../lists/find-page.js';
import type { EngineSort, SortKey } from '../search-engine.js';
import { directionOf } from '../sort-keys.js';
import { numberField, valueField } from './index-definition.js';

type Order = 'asc' | 'desc';
type Values = Types.Common.SortResults;

const FIELDS = {
  newest: 'createdAt',
  oldest: 'createdAt',
  price: 'priceCents',
  '-price': 'priceCents',
  name: 'name',
  '-name': 'name',
  availableQ: 'availableQ',
  '-availableQ': 'availableQ',
} as const;

const isText = (sort: EngineSort): boolean => sort.by === 'spec' && sort.spec.type === 'text';

/** What rows are sorted by, their ids last. */
export function sortOf(sort: EngineSort): Types.Common.SortCombinations[] {
  const order: Order = directionOf(sort) === 1 ? 'asc' : 'desc';
  switch (sort.by) {
    case 'relevance':
      // of what matches as well, the newest
      return [{ _score: { order: 'desc' } }, { createdAt: { order: 'desc' } }, { id: { order: 'asc' } }];
    case 'spec': {
      const { key } = sort.spec;
      const field = isText(sort) ? valueField(key) : numberField(key);
      const unmapped_type = isText(sort) ? 'keyword' : 'double';
      // those without a value come last in both directions
      return [{ [field]: { order, missing: '_last', unmapped_type } }, { id: { order } }];
    }
    default:
      return [{ [FIELDS[sort.by]]: { order } }, { id: { order } }];
  }
}

/** The server names a missing number by an infinity, and a missing text by null; a cursor has neither. */
const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || value === 'Infinity' || value === '-Infinity';

export function keyOf(sort: EngineSort, values: Values): SortKey {
  if (sort.by !== 'spec') return values as SortKey;
  const [value, id] = values;
  if (isText(sort))
    return value === null || value === undefined ? [1, '', id as string] : [0, value as string, id as string];
  return isMissing(value) ? [1, 0, id as string] : [0, value as number, id as string];
}

/** @throws InvalidInput for the key of another engine */
export function searchAfterOf(sort: EngineSort, key: SortKey): Values {
  if (sort.by === 'relevance' && key.length !== sortOf(sort).length) throw wrongCursor();
  if (sort.by !== 'spec') return key;
  const [missing, value, id] = key;
  if (missing === 0) return [value!, id!];
  const last = isText(sort) ? null : sort.direction === 1 ? 'Infinity' : '-Infinity';
  // the client's types have no null
  return [last as string, id!];
}
