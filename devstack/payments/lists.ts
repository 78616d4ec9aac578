import { matchesType } from './events.js';
import { invalid } from './errors.js';
import type { Records, Page } from './records.js';
import type { Params } from './params.js';
import type { Event, Kind, Rows } from './types.js';

export interface ListBody {
  object: 'list';
  url: string;
  has_more: boolean;
  data: object[];
}

/** Which lists one kind can be read through: the filter's name is that of the parent in the index. */
const PARENTS: Record<Kind, string[]> = {
  payment_intent: [],
  charge: ['payment_intent'],
  refund: ['payment_intent', 'charge'],
  dispute: ['payment_intent', 'charge'],
  payment_method: [],
  event: [],
};

/** `GET /v1/<kind>s`: limit, cursors, `created` bounds and the kind's own filters; newest first. */
export function listObjects(records: Records, kind: Kind, url: string, params: Params): ListBody {
  const page = readPage(params);
  const parents = PARENTS[kind].flatMap((name) => params.text(name) ?? []);
  const keep = kind === 'event' ? readEventFilter(params) : undefined;
  const expand = params.list('expand') ?? [];
  params.done();
  const [first, ...others] = parents;
  const list = first === undefined ? kind : `${kind}:${first}`;
  const inAll = (row: Rows[Kind]): boolean =>
    others.every((id) => Object.values(row.object).includes(id)) &&
    (keep === undefined || keep(row.object as Event));
  const { rows, hasMore } = records.page(kind, list, page, inAll);
  const body: ListBody = { object: 'list', url, has_more: hasMore, data: rows.map(({ object }) => object) };
  return expandPaths(records, body, expand);
}

function readPage(params: Params): Page {
  const limit = params.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalid('Invalid limit: must be between 1 and 100.', 'parameter_invalid_integer', 'limit');
  }
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after !== undefined && before !== undefined) {
    throw invalid('You may only specify one of these parameters: starting_after, ending_before.');
  }
  const page: Page = { limit, after, before };
  const exactly = params.isText('created') ? params.integer('created') : undefined;
  if (exactly !== undefined) return { ...page, from: exactly, to: exactly };
  const range = params.nested('created');
  const gt = range?.integer('gt');
  const gte = range?.integer('gte');
  const lt = range?.integer('lt');
  const lte = range?.integer('lte');
  range?.done();
  const from = Math.max(0, gt === undefined ? 0 : gt + 1, gte ?? 0);
  const to = Math.min(Number.MAX_SAFE_INTEGER, lt === undefined ? Infinity : lt - 1, lte ?? Infinity);
  return { ...page, from, to };
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
