import { expect } from 'vitest';
import type { mongo } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';

/** Filters, search and sort of a list, as its query. */
export type Query = Record<string, string | number | undefined>;
type Command = mongo.Document & { find?: string; aggregate?: string };

/** All values of a name anywhere in an explanation. */
const valuesOf = (node: unknown, name: string): unknown[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        key === name ? [value as unknown] : valuesOf(value, name),
      );

const fieldsOf = ({ find, filter, sort, skip, limit, projection, aggregate, pipeline }: Command): object =>
  find === undefined
    ? { aggregate, pipeline: pipeline as unknown, cursor: {} }
    : { find, filter, projection, ...(sort && { sort }), ...(skip && { skip }), ...(limit && { limit }) };

/** Collections whose lists read no words, or whose documents have none. */
const UNSEARCHED = new Set(['reviews', 'webhook_deliveries']);

export interface Limits {
  /** The filter also compares rows with more than the index holds: more keys are read than rows returned. */
  isCompared?: boolean;
}

/** A shop whose commands are seen, and explained. */
export interface PlannedShop {
  shop: Shop;
  /**
   * Calls a list, and expects what the shop sent to the collection to be read in the order of an index, and no more than two
   * keys for a row that is returned. Returns the body.
   */
  check(
    collection: string,
    path: string,
    as: TestUser,
    limits?: Limits,
  ): Promise<{ items: unknown[]; nextCursor?: string }>;
  /** Checks the first page of a list, which is not empty, and the one after it by cursor. */
  checkPages(collection: string, path: string, query: Query, as: TestUser, limits?: Limits): Promise<void>;
  close(): Promise<void>;
}

export async function startPlannedShop(): Promise<PlannedShop> {
  const database = await startShop();
  const uri = database.config.mongodbUri;
  const shop = await startShop({
    MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`,
    RESPONSE_CACHE_MB: '0',
    // words are searched in the database as well
    SEARCH_EMBEDDED_MAX: '0',
  });
  const commands: Command[] = [];
  shop.db.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
    commands.push(command);
  });
  const checkOne: PlannedShop['check'] = (collection, path, as, limits = {}) =>
    check(shop, commands, collection, path, as, limits);
  return {
    shop,
    check: checkOne,
    async checkPages(collection, path, query, as, limits) {
      const { items, nextCursor } = await checkOne(collection, pathOf(path, query), as, limits);
      expect([query, items.length]).not.toEqual([query, 0]);
      if (nextCursor) await checkOne(collection, pathOf(path, { ...query, cursor: nextCursor }), as, limits);
    },
    async close() {
      await shop.close();
      await database.close();
    },
  };
}

/** Explains what the shop sent to a collection for one call. */
async function explain(shop: Shop, commands: Command[], collection: string, path: string, as: TestUser) {
  commands.length = 0;
  const { status, body } = await shop.call('GET', path, { as });
  expect([path, status]).toEqual([path, 200]);
  const sent = commands.filter(({ find, aggregate }) => [find, aggregate].includes(collection));
  const explained = sent.map(async (command) => {
    const plan = await shop.db.db!.command({ explain: fieldsOf(command), verbosity: 'executionStats' });
    const stages = valuesOf(plan['queryPlanner'] ?? plan, 'stage');
    const total = (name: string) => Math.max(...(valuesOf(plan, name) as number[]));
    return {
      command,
      stages,
      keys: total('totalKeysExamined'),
      docs: total('totalDocsExamined'),
      rows: total('nReturned'),
    };
  });
  expect(sent.length).toBeGreaterThan(0);
  return { body: body as { items: unknown[]; nextCursor?: string }, reads: await Promise.all(explained) };
}

/** One of them is looked up, and its rows are compared with the others. */
const severalWords = (path: string): boolean => /q=\w+\+/.test(path);

/** The embedded store reads the orders that it counts by a field of their lines; MongoDB counts keys of that index too. */
const isOfLines = (collection: string, path: string): boolean =>
  collection === 'purchases' && /[?&](kind|productId)=/.test(path);

async function check(
  shop: Shop,
  commands: Command[],
  collection: string,
  path: string,
  as: TestUser,
  { isCompared }: Limits,
) {
  const { body, reads } = await explain(shop, commands, collection, path, as);
  for (const { command, stages, keys, docs, rows } of reads) {
    const what = { path, stages, keys, docs, rows };
    expect({ what, sorts: stages.includes('SORT') }).toEqual({ what, sorts: false });
    expect({ what, scans: stages.includes('COLLSCAN') }).toEqual({ what, scans: false });
    if (command.find) {
      const projection = { words: 0, tokens: 0 };
      const readsIds = (command['projection'] as { _id?: number } | undefined)?._id === 1;
      if (!UNSEARCHED.has(collection) && !/\/(kinds|facets)\b/.test(path) && !readsIds)
        expect({ what, ...command }).toMatchObject({ what, projection });
      // each range that is merged, or found to be empty, reads one key more
      const full = rows === command['limit'] || command['limit'] === undefined;
      const most = 2 * rows + (full ? 0 : stages.filter((stage) => stage === 'IXSCAN').length);
      if (!isCompared) expect({ what, keys }).toEqual({ what, keys: Math.min(keys, most) });
    } else if (!isCompared && !severalWords(path)) {
      expect({ what, docs }).toEqual({ what, docs: isOfLines(collection, path) ? rows : 0 });
    }
  }
  return body;
}

export const pathOf = (path: string, query: Query): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return `${path}?${params.toString()}`;
};

export const maybe = (values: readonly string[]) => [undefined, ...values];

/** Every combination of the values of each name. */
export const combinations = (choices: Record<string, readonly Query[string][]>): Query[] =>
  Object.entries(choices).reduce<Query[]>(
    (before, [name, values]) =>
      before.flatMap((query) => values.map((value) => ({ ...query, [name]: value }))),
    [{}],
  );
