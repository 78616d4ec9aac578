import { matchesType } from './events.js';
import { invalid } from './errors.js';
import type { Records, Page } from './records.js';
import type { Params } from './params.js';
import type { Event, Kind } from './types.js';

export interface ListBody {
  object: 'list';
  url: string;
  has_more: boolean;
  data: object[];
}

/** The kinds whose lists are also read for one intent. */
const OF_INTENTS: Kind[] = ['charge', 'refund'];

/** `GET /v1/<kind>s`: limit, cursor, `created` bounds and the kind's own filters; newest first. */
export function listObjects(records: Records, kind: Kind, url: string, params: Params): ListBody {
  const page = readPage(params);
  const parent = OF_INTENTS.includes(kind) ? params.text('payment_intent') : undefined;
  const keep = kind === 'event' ? readEventFilter(params) : () => true;
  const expand = params.list('expand') ?? [];
  params.done();
  const list = parent === undefined ? kind : `${kind}:${parent}`;
  const { rows, hasMore } = records.page(kind, list, page, (row) => keep(row.object as Event));
  const body: ListBody = { object: 'list', url, has_more: hasMore, data: rows.map(({ object }) => object) };
  return expandPaths(records, body, expand);
}

function readPage(params: Params): Page {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalid('Invalid limit: must be between 1 and 100.', 'parameter_invalid_integer', 'limit');
  }
  const after = params.text('starting_after');
  const created = params.nested('created');
  const page: Page = { limit, after, from: created?.integer('gte') ?? 0, to: created?.integer('lte') };
  created?.done();
  return page;
}

function readEventFilter(params: Params): (event: Event) => boolean {
  const type = params.text('type');
  const types = params.list('types') ?? (type === undefined ? undefined : [type]);
  const delivered = params.flag('delivery_success');
  return (event) =>
    (types === undefined || matchesType(types, event.type)) &&
    (delivered === undefined || delivered === (event.pending_webhooks === 0));
}

/** Replaces the ids at `expand` paths, such as `latest_charge` or `data.payment_intent`, by their objects. */
export function expandPaths<T extends object>(records: Records, body: T, paths: string[]): T {
  if (paths.length === 0) return body;
  const copy = structuredClone(body);
  for (const path of paths) expandOne(records, copy, path.split('.'), path);
  return copy;
}

function expandOne(records: Records, node: object, [name, ...rest]: string[], path: string): void {
  const target = node as Record<string, unknown>;
  const refused = invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
  if (name === undefined || !Object.hasOwn(target, name)) throw refused;
  const value = target[name];
  if (Array.isArray(value)) {
    for (const item of value as object[]) expandOne(records, item, rest, path);
    return;
  }
  if (value === null) return;
  const object = typeof value === 'string' ? structuredClone(records.objectOf(value)) : value;
  if (typeof object !== 'object' || object === null) throw refused;
  target[name] = object;
  if (rest.length > 0) expandOne(records, object, rest, path);
}
