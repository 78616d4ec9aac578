import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';
import { ENGINES } from './opensearch.js';
import { productCalls } from './product-calls.js';
import { runTool } from './tools.js';

/** What becomes of a change in the searches of two processes on one database. */

const VISIBLE_MS = 2_000;
const POLL_MS = 50;
/** Of a read and the pause after it. */
const MOST_COUNTED_MS = 150;

describe.each(ENGINES)('with the %s engine, within two seconds on both replicas', (_name, settings) => {
  let shops: Shop[];
  let admin: TestUser;
  let customer: TestUser;

  beforeAll(async () => {
    const one = await startShop(settings);
    const other = await startShop({ ...settings, MONGODB_URI: one.config.mongodbUri });
    shops = [one, other];
    admin = await one.user({ role: 'admin' });
    customer = await one.user();
  });
  afterAll(async () => {
    for (const shop of shops.toReversed()) await shop.close();
  });

  const { made, edit: send } = productCalls(() => ({ shop: shops[0]!, admin }));
  /** A new product with a word of its own in its name. */
  async function added(fields: object = {}) {
    // like no other, so that none is taken for a typing error
    const word = Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
    const id = await made({ kind: 'fan', specs: { sizeMm: 120 }, name: `${word} fan`, ...fields });
    return { id, word };
  }
  const edit = async (id: string, fields: object) => {
    const { status, body } = await send(id, fields);
    expect([status, body.errors]).toEqual([200, undefined]);
  };

  /** How many a query finds and counts, on each replica. */
  const totals = (query: string) =>
    Promise.all(
      shops.map(async (shop) => {
        const [found, facets] = await Promise.all([
          shop.call('GET', `/items/search?${query}`),
          shop.call('GET', `/items/facets?${query}`),
        ]);
        // a value that it does not know yet
        if (found.status !== 200 || facets.status !== 200) return [found.status, facets.status, 0];
        const kinds = (facets.body.kinds ?? []) as { total: number }[];
        return [found.body.items.length, found.body.total, kinds.reduce((sum, { total }) => sum + total, 0)];
      }),
    );

  /** Waits for what both have to say, but no longer than they may take; the reads of a busy machine are not counted. */
  async function soon(query: string, total: number): Promise<void> {
    const expected = shops.map(() => [total, total, total]);
    for (let waited = 0; ;) {
      const from = performance.now();
      const found = await totals(query);
      if (JSON.stringify(found) === JSON.stringify(expected)) return;
      if (waited > VISIBLE_MS) expect([query, found]).toEqual([query, expected]);
      await sleep(POLL_MS);
      waited += Math.min(performance.now() - from, MOST_COUNTED_MS);
    }
  }

  it('a new product is found, and one that is deleted is not', async () => {
    const { id, word } = await added();
    await soon(`q=${word}`, 1);
    await shops[0]!.call('DELETE', `/item/${id}`, { as: admin });
    await soon(`q=${word}`, 0);
  });

  it('a price, a name and a specification that change', async () => {
    const { id, word } = await added();
    await soon(`q=${word}&minPrice=15`, 1);
    await edit(id, { price: 10 });
    await soon(`q=${word}&minPrice=15`, 0);
    await soon(`q=${word}&kind=fan&spec=sizeMm:120`, 1);
    await edit(id, { specs: { sizeMm: 140 } });
    // those of other kinds are counted without it
    await soon(`q=${word}&kind=fan&spec=sizeMm:120,130`, 0);
    await edit(id, { name: `${word}renamed fan` });
    await soon(`q=${word}renamed`, 1);
  });

  it('stock that comes, and an order that empties a part', async () => {
    const { id, word } = await added({ availableQ: 0 });
    await soon(`q=${word}&availability=sold-out`, 1);
    const body = { units: 10, reason: 'Delivery' };
    await shops[0]!.call('POST', `/items/${id}/restock`, { as: admin, body });
    await soon(`q=${word}&availability=sold-out`, 0);
    const order = { productId: id, address: '12 Foundry Lane', phone: '5550100', orderQuantity: 10 };
    expect((await shops[0]!.call('POST', '/purchase', { as: customer, body: order })).status).toBe(201);
    await soon(`q=${word}&availability=sold-out`, 1);
  });

  it('a product that is archived, and put on sale again', async () => {
    const { id, word } = await added();
    await shops[0]!.call('POST', `/items/${id}/archive`, { as: admin });
    await soon(`q=${word}`, 0);
    await shops[0]!.call('POST', `/items/${id}/unarchive`, { as: admin });
    await soon(`q=${word}`, 1);
  });

  it('a product that no event told of, once the indexes are built again', async () => {
    const { id, word } = await added();
    await soon(`q=${word}`, 1);
    const changed = { name: `${word}byhand fan` };
    await shops[0]!.db.collection('products').updateOne({ _id: new Types.ObjectId(id) }, { $set: changed });
    expect((await runTool('rebuild-search', shops[0]!.config.mongodbUri)).code).toBe(0);
    await soon(`q=${word}byhand`, 1);
  });

  it('a synonym that is added', async () => {
    const { word } = await added();
    await soon('q=blowthing', 0);
    const { headers, body } = await shops[0]!.call('GET', '/search/synonyms', { as: admin });
    const groups = [...body.groups, { words: ['blowthing', word] }];
    const sent = { as: admin, body: { groups }, headers: { 'if-match': headers.get('etag')! } };
    expect((await shops[0]!.call('PUT', '/search/synonyms', sent)).status).toBe(200);
    await soon('q=blowthing', 1);
    expect((await shops[0]!.call('PUT', '/search/synonyms', sent)).status).toBe(412);
    const twice = { ...sent, headers: { 'if-match': '"1"' }, body: { groups: [{ words: ['a b', 'A-B'] }] } };
    expect(await shops[0]!.call('PUT', '/search/synonyms', twice)).toMatchObject({
      status: 400,
      body: { errors: { 'groups.0.words': expect.stringContaining('twice') } },
    });
  });

  it('an option of a specification that is renamed: facets and search show it, nothing half changed', async () => {
    const { word } = await added({ kind: 'cooler', specs: { cooling: 'air' } });
    await soon(`q=${word}&kind=cooler&spec=cooling:air`, 1);
    const { headers, body } = await shops[0]!.call('GET', '/kinds/cooler/edit', { as: admin });
    const specs = (body.specs as { key: string; options: { value: string; label: string }[] }[]).map(
      (spec) =>
        spec.key === 'cooling'
          ? {
              ...spec,
              options: spec.options.map((option) =>
                option.value === 'air'
                  ? { ...option, value: 'air-flow', label: 'Air flow', was: 'air' }
                  : option,
              ),
            }
          : spec,
    );
    const { label, plural, group, aliases } = body;
    const sent = {
      as: admin,
      body: { label, plural, group, aliases, specs },
      headers: { 'if-match': headers.get('etag')! },
    };
    const reads: unknown[] = [];
    const reading = (async () => {
      for (let n = 0; n < 10; n += 1) {
        const { status, body: facets } = await shops[1]!.call('GET', `/items/facets?q=${word}&kind=cooler`);
        const options = facets.specs?.find(({ key }: { key: string }) => key === 'cooling')?.options;
        reads.push([
          status,
          options.map(({ value, total }: { value: string; total: number }) => [value, total]),
        ]);
        await sleep(20);
      }
    })();
    expect((await shops[0]!.call('PUT', '/kinds/cooler', sent)).status).toBe(200);
    await reading;
    for (const read of reads)
      expect([
        [200, [['air', 1]]],
        [200, [['air-flow', 1]]],
      ]).toContainEqual(read);
    await soon(`q=${word}&kind=cooler&spec=cooling:air-flow`, 1);
    // the former value is another name of it
    await soon(`q=${word}&kind=cooler&spec=cooling:air`, 1);
  });
});
