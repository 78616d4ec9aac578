import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kind } from '../src/kinds/kind.js';
import { productCalls } from './product-calls.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { kindOf, numberSpec, specOf } from './kind-factory.js';

let shop: Shop;
let admin: TestUser;

const option = (value: string, label = value, aliases: string[] = []) => ({ value, label, aliases });
const CARD = kindOf(
  'test-card',
  [
    numberSpec('lengthMm', {
      label: 'Length',
      unit: 'mm',
      min: 50,
      max: 600,
      decimals: 1,
      zero: 'unknown',
      group: 'Size',
      onCard: true,
    }),
    numberSpec('memoryGb', { label: 'Memory', unit: 'GB', min: 1, max: 4_000, onCard: true }),
    numberSpec('fans', { label: 'Fans', max: 5, zero: 'none' }),
    specOf({
      key: 'plug',
      label: 'Plug',
      type: 'choice',
      filter: 'values',
      options: [option('8-pin'), option('12V-2x6', '12V-2x6', ['12VHPWR'])],
    }),
    specOf({
      key: 'outputs',
      label: 'Outputs',
      type: 'choices',
      filter: 'values',
      options: [option('hdmi', 'HDMI'), option('dp', 'DisplayPort'), option('usb-c', 'USB-C')],
    }),
    specOf({ key: 'lit', label: 'Lighting', type: 'flag', filter: 'values' }),
    specOf({ key: 'chip', label: 'Chip', type: 'text' }),
  ],
  { label: 'Test card', plural: 'Test cards', aliases: ['card for tests'] },
);
const OTHER = kindOf('test-other', [
  numberSpec('lengthMm', { label: 'Length', unit: 'mm', max: 200 }),
  specOf({ key: 'lit', label: 'Lit', type: 'flag' }),
  specOf({ key: 'name2', label: 'Second name', type: 'text', required: true }),
]);

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  for (const kind of [CARD, OTHER]) await addKind(kind);
});
afterAll(() => shop.close());

const addKind = async (kind: Kind) =>
  expect((await shop.call('POST', '/kinds', { as: admin, body: kind })).status).toBe(201);
const { add, made, toEdit, edit } = productCalls(() => ({ shop, admin }));
const WHOLE = {
  lengthMm: '31 cm',
  memoryGb: '2 TB',
  fans: 0,
  plug: '12vhpwr',
  outputs: ['DisplayPort', 'HDMI'],
  lit: 'no',
  chip: ' GB 202 ',
};
const STORED = {
  lengthMm: 310,
  memoryGb: 2_000,
  fans: 0,
  plug: '12V-2x6',
  outputs: ['hdmi', 'dp'],
  lit: false,
  chip: 'GB 202',
};

describe('the specifications of a part', () => {
  it('are stored in their units and shown as text, in groups and on cards', async () => {
    const id = await made({ name: 'Whole card', kind: 'card for tests', specs: WHOLE });
    expect((await toEdit(id)).body).toMatchObject({ kind: 'test-card', specs: STORED });
    const { body } = await shop.call('GET', `/item/${id}`);
    expect(body).toMatchObject({ kindLabel: 'Test card', specs: STORED });
    expect(body.specification).toEqual([
      {
        label: 'Size',
        specs: [
          {
            key: 'lengthMm',
            label: 'Length',
            text: '310\u00a0mm',
            isStated: true,
            value: 310,
            unit: 'mm',
            unitCode: 'MMT',
          },
        ],
      },
      {
        label: '',
        specs: [
          {
            key: 'memoryGb',
            label: 'Memory',
            text: '2\u00a0TB',
            isStated: true,
            value: 2_000,
            unit: 'GB',
            unitCode: 'E34',
          },
          { key: 'fans', label: 'Fans', text: 'None', isStated: true, value: 0 },
          { key: 'plug', label: 'Plug', text: '12V-2x6', isStated: true, value: '12V-2x6' },
          {
            key: 'outputs',
            label: 'Outputs',
            text: 'HDMI, DisplayPort',
            isStated: true,
            value: ['hdmi', 'dp'],
          },
          { key: 'lit', label: 'Lighting', text: 'No', isStated: true, value: false },
          { key: 'chip', label: 'Chip', text: 'GB 202', isStated: true, value: 'GB 202' },
        ],
      },
    ]);
    const { body: found } = await shop.call('GET', '/items/search?kind=Test%20Card&q=whole');
    expect(found.items).toMatchObject([
      {
        _id: id,
        highlights: [
          { label: 'Length', text: '310\u00a0mm' },
          { label: 'Memory', text: '2\u00a0TB' },
        ],
      },
    ]);
  });

  it('that are not known are not there, and their text says so', async () => {
    const id = await made({ kind: 'test-card', specs: { lengthMm: 0, outputs: [], lit: null, chip: ' ' } });
    expect((await toEdit(id)).body).not.toHaveProperty('specs');
    const { body } = await shop.call('GET', `/item/${id}`);
    const texts = body.specification.flatMap(({ specs }: { specs: object[] }) => specs);
    for (const spec of texts) expect(spec).toMatchObject({ text: 'Not stated', isStated: false });
    expect(body).not.toHaveProperty('highlights');
  });

  it.each([
    ['a value of another unit', { lengthMm: '300 W' }, 'specs.lengthMm'],
    ['a value below the least', { lengthMm: 10 }, 'specs.lengthMm'],
    ['a product', { memoryGb: '2x16 GB' }, 'specs.memoryGb'],
    ['an unknown option', { plug: '6-pin' }, 'specs.plug'],
    ['an unknown specification', { lenghtMm: 10 }, 'specs.lenghtMm'],
    ['an object', { lengthMm: { $gt: 0 } }, 'specs.lengthMm'],
    ['a list of a list', { outputs: [['hdmi']] }, 'specs.outputs'],
  ])('refuse %s at their field', async (_what, specs, field) => {
    expect(await add({ kind: 'test-card', specs })).toMatchObject({
      status: 400,
      body: { errors: { [field]: expect.any(String) } },
    });
  });

  it('need a kind, and one that there is', async () => {
    expect((await add({ specs: { lengthMm: 100 } })).body.errors).toEqual({
      specs: expect.stringContaining('kind'),
    });
    expect((await add({ kind: 'test-crad' })).body.errors).toEqual({
      kind: 'There is no kind test-crad. Did you mean test-card?',
    });
    expect((await add({ kind: 'test-other' })).body.errors).toEqual({
      'specs.name2': 'Second name is Required',
    });
  });

  it('are edited one by one, each by itself in the audit log', async () => {
    const id = await made({ kind: 'test-card', specs: WHOLE });
    expect(await edit(id, { specs: { lengthMm: '12.2 in', chip: null } })).toMatchObject({
      status: 200,
      body: { specs: { lengthMm: 309.9, plug: '12V-2x6' } },
    });
    expect(await edit(id, { name: 'Other name' })).toMatchObject({ body: { specs: { lengthMm: 309.9 } } });
    const entries = await shop.db
      .collection('audit_entries')
      .find({ entityId: id })
      .sort({ _id: 1 })
      .toArray();
    expect(entries[1]).toMatchObject({
      before: { 'specs.lengthMm': 310, 'specs.chip': 'GB 202' },
      after: { 'specs.lengthMm': 309.9 },
    });
    expect(entries[1]!['before']).not.toHaveProperty('specs.plug');
  });

  it('go with the kind: what the new one has and takes stays', async () => {
    const id = await made({ kind: 'test-card', specs: WHOLE });
    expect((await edit(id, { kind: 'test-other' })).body.errors).toEqual({
      'specs.name2': 'Second name is Required',
    });
    const moved = await edit(id, { kind: 'test-other', specs: { name2: 'Second' } });
    expect(moved.body).toMatchObject({ kind: 'test-other', specs: { lit: false, name2: 'Second' } });
    expect(moved.body.specs).not.toHaveProperty('lengthMm');
    expect((await edit(id, { specs: { name2: null } })).body.errors).toEqual({
      'specs.name2': 'Second name is Required',
    });
    const without = await edit(id, { kind: null });
    expect(without.body).not.toHaveProperty('specs');
    expect(without.body).not.toHaveProperty('kind');
  });
});

describe('POST /items/bulk/spec', () => {
  const bulk = (body: object) => shop.call('POST', '/items/bulk/spec', { as: admin, body });

  it('sets one specification of many parts, and says which are of another kind', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => made({ name: `Bulk ${n}`, kind: 'test-card' })));
    const stray = await made({ name: 'Stray' });
    const body = { ids: [...ids, stray], kind: 'test-card', key: 'lengthMm', value: '25 cm' };
    expect((await bulk({ ...body, dryRun: true })).body).toMatchObject({ matched: 4, qualifying: 3 });
    const { ids: _ids, ...rest } = body;
    const ofKind = await bulk({ ...rest, filter: { kind: 'TEST_CARD', q: 'bulk' }, dryRun: true });
    expect(ofKind.body).toMatchObject({ matched: 3, qualifying: 3 });
    expect((await bulk(body)).body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'done',
      'done',
      'done',
      'refused',
    ]);
    for (const id of ids) expect((await toEdit(id)).body.specs).toEqual({ lengthMm: 250 });
    await bulk({ ...body, value: null });
    expect((await toEdit(ids[0]!)).body).not.toHaveProperty('specs');
  });

  it.each([
    [{ kind: 'none' }, 'kind'],
    [{ key: 'width' }, 'key'],
    [{ value: '25 W' }, 'value'],
    [{ value: undefined }, 'value'],
  ])('refuses %j', async (fields, field) => {
    const body = { all: true, kind: 'test-card', key: 'lengthMm', value: 200, ...fields };
    expect(await bulk(body)).toMatchObject({
      status: 400,
      body: { errors: { [field]: expect.any(String) } },
    });
  });
});

describe('an edit of a kind beside edits of its parts', () => {
  it('and they come one after the other: no part keeps an option that is gone', async () => {
    const kind = kindOf('test-race', [
      specOf({
        key: 'plug',
        label: 'Plug',
        type: 'choice',
        filter: 'values',
        options: [option('one'), option('two')],
      }),
    ]);
    await addKind(kind);
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, n) => made({ name: `Race ${n}`, kind: kind.slug })),
    );
    const { slug, ...body } = kind;
    const etag = (await shop.call('GET', `/kinds/${slug}/edit`, { as: admin })).headers.get('etag') ?? '';
    const only = { ...body, specs: [{ ...kind.specs[0]!, options: [option('two')] }] };
    const [replaced, ...edits] = await Promise.all([
      shop.call('PUT', `/kinds/${slug}`, { as: admin, body: only, headers: { 'if-match': etag } }),
      ...ids.map((id) => edit(id, { specs: { plug: 'one' } })),
    ]);
    for (const { status } of [replaced, ...edits]) expect([200, 400, 409]).toContain(status);
    const { options } = (await shop.call('GET', `/kinds/${slug}`)).body.specs[0];
    const left = await Promise.all(
      ids.map(async (id) => (await toEdit(id)).body.specs?.plug as string | undefined),
    );
    const values = options.map(({ value }: { value: string }) => value);
    for (const plug of left) if (plug !== undefined) expect(values).toContain(plug);
    expect(replaced.status === 200).toBe(edits.every(({ status }) => status === 400));
  });
});
