import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf, numberSpec, specOf } from './kind-factory.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { productCalls } from './product-calls.js';

let shop: Shop;
let admin: TestUser;
let serial = 0;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

const slug = (): string => `sort-${(serial += 1)}`;
const add = (kind: object) => shop.call('POST', '/kinds', { as: admin, body: kind });
const readToEdit = (name: string) => shop.call('GET', `/kinds/${name}/edit`, { as: admin });
const replace = async (name: string, kind: ReturnType<typeof kindOf>, ifMatch?: string) => {
  const { slug: named, ...body } = kind;
  expect(named).toBe(name);
  const etag = ifMatch ?? (await readToEdit(name)).headers.get('etag') ?? '';
  return shop.call('PUT', `/kinds/${name}`, { as: admin, body, headers: { 'if-match': etag } });
};
const { made: addPart, toEdit } = productCalls(() => ({ shop, admin }));
const partToEdit = async (id: string) => (await toEdit(id)).body;
const audited = (entityId: string) =>
  shop.db.collection('audit_entries').find({ entityId }).sort({ at: 1, _id: 1 }).toArray();
const eventsOf = (subject: string) =>
  shop.db.collection('outbox').find({ subject }).sort({ version: 1 }).toArray();

const SOCKET = specOf({
  key: 'socket',
  label: 'Socket',
  type: 'choice',
  filter: 'values',
  options: [
    { value: 'AM4', label: 'AM4', aliases: [] },
    { value: 'AM5', label: 'AM5', aliases: [] },
    { value: 'sTR4', label: 'sTR4', aliases: ['TR4'] },
  ],
});

describe('a kind', () => {
  it('is added, read by its names, changed and removed, each with its audit entry and event', async () => {
    const name = slug();
    const kind = kindOf(name, [numberSpec('lengthMm', { unit: 'mm', max: 600 }), SOCKET], {
      aliases: [`${name} alias`],
    });
    const added = await add(kind);
    expect(added).toMatchObject({
      status: 201,
      body: { ...kind, isBuiltIn: false, reservedKeys: [], parts: 0, lacking: { lengthMm: 0, socket: 0 } },
    });
    for (const path of [name, `${name}%20alias`, kind.label.toUpperCase()])
      expect(await shop.call('GET', `/kinds/${path}`)).toMatchObject({ status: 200, body: kind });
    const listed = await shop.call('GET', '/kinds');
    expect(listed.body.kinds).toContainEqual(kind);
    const changed = await replace(name, { ...kind, label: 'Renamed', specs: kind.specs.toReversed() });
    expect(changed).toMatchObject({
      status: 200,
      body: { label: 'Renamed', specs: [SOCKET, kind.specs[0]] },
    });
    expect((await shop.call('GET', `/kinds/${name}`)).body.label).toBe('Renamed');
    expect(await shop.call('DELETE', `/kinds/${name}`, { as: admin })).toMatchObject({
      status: 200,
      body: { deletedCount: 1 },
    });
    expect((await shop.call('GET', `/kinds/${name}`)).status).toBe(404);
    expect(await audited(name)).toMatchObject([
      { action: 'kind.created', entity: 'kind' },
      {
        action: 'kind.updated',
        before: { label: kind.label, order: 'lengthMm, socket' },
        after: { label: 'Renamed', order: 'socket, lengthMm' },
      },
      { action: 'kind.removed' },
    ]);
    expect((await eventsOf(`kind/${name}`)).map(({ type }) => type)).toEqual([
      'kind.created',
      'kind.updated',
      'kind.removed',
    ]);
  });

  it.each([
    ['two specifications of one key', { specs: [numberSpec('a'), numberSpec('a')] }, 'specs.1.key'],
    [
      'two of one name',
      { specs: [numberSpec('a', { label: 'X' }), numberSpec('b', { label: 'x' })] },
      'specs.1.label',
    ],
    ['options of a number', { specs: [{ ...SOCKET, type: 'number', filter: 'none' }] }, 'specs.0.options'],
    ['a choice without options', { specs: [{ ...SOCKET, options: [] }] }, 'specs.0.options'],
    ['a unit of a text', { specs: [specOf({ key: 'a', type: 'text', unit: 'mm' })] }, 'specs.0.unit'],
    ['an unknown unit', { specs: [numberSpec('a', { unit: 'furlong' })] }, 'specs.0.unit'],
    ['a range of a text', { specs: [specOf({ key: 'a', type: 'text', filter: 'range' })] }, 'specs.0.filter'],
    ['bounds the wrong way', { specs: [numberSpec('a', { min: 5, max: 4 })] }, 'specs.0.max'],
    ['a key with a dot', { specs: [numberSpec('a.b')] }, 'specs.0.key'],
    ['a key of the prototype', { specs: [numberSpec('__proto__')] }, 'specs.0.key'],
    [
      'four on the card',
      { specs: ['a', 'b', 'c', 'd'].map((key) => numberSpec(key, { onCard: true })) },
      'specs.3.onCard',
    ],
    [
      'an option that is called like another',
      {
        specs: [{ ...SOCKET, options: [...SOCKET.options, { value: 'TR-4', label: 'Other', aliases: [] }] }],
      },
      'specs.0.options.3.value',
    ],
    [
      'a value with a space',
      { specs: [{ ...SOCKET, options: [{ value: 'A B', label: 'A', aliases: [] }] }] },
      'specs.0.options.0.value',
    ],
    ['no label', { label: ' ' }, 'label'],
    ['a name that another kind has', { aliases: ['GPU'] }, 'aliases.0'],
  ])('with %s is refused at the field', async (_what, fields, field) => {
    const refused = await add({ ...kindOf(slug(), []), ...fields });
    expect(refused).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });

  it('of a slug that there is, or with unknown members, is refused', async () => {
    const name = slug();
    await add(kindOf(name, []));
    expect(await add(kindOf(name, []))).toMatchObject({
      status: 409,
      body: { errors: { slug: expect.any(String) } },
    });
    expect(await add({ ...kindOf(slug(), []), colour: 1 })).toMatchObject({
      status: 400,
      body: { errors: { colour: expect.any(String) } },
    });
  });

  it('is created once for an idempotency key', async () => {
    const kind = kindOf(slug(), []);
    const headers = { 'idempotency-key': kind.slug };
    const call = () => shop.call('POST', '/kinds', { as: admin, body: kind, headers });
    const [first, second] = [await call(), await call()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it('is edited on what was read: 428 without If-Match, 412 when it is stale', async () => {
    const kind = kindOf(slug(), [SOCKET]);
    const etag = (await add(kind)).headers.get('etag') ?? '';
    const { slug: name, ...body } = kind;
    expect((await shop.call('PUT', `/kinds/${name}`, { as: admin, body })).status).toBe(428);
    expect((await replace(name, { ...kind, plural: 'One' }, etag)).status).toBe(200);
    expect((await replace(name, { ...kind, plural: 'Two' }, etag)).status).toBe(412);
  });
});

describe('what parts of a kind have', () => {
  it('keeps what would be taken from them, and says how many have it', async () => {
    const name = slug();
    const length = numberSpec('lengthMm', { unit: 'mm', max: 600, decimals: 1 });
    const kind = kindOf(name, [length, SOCKET]);
    await add(kind);
    await addPart({ kind: name, specs: { lengthMm: 310.5, socket: 'AM4' } });
    const archived = await addPart({ kind: name, specs: { socket: 'AM4' } });
    await shop.call('POST', `/items/${archived}/archive`, { as: admin });
    const refused = async (specs: object[]) => {
      const { status, body } = await replace(name, { ...kind, specs } as typeof kind);
      expect([status, body.type]).toEqual([409, 'urn:rapid:problem:kind-in-use']);
      return body.errors as Record<string, string>;
    };
    const only = { ...SOCKET, options: SOCKET.options.slice(1) };
    expect(await refused([length, only])).toEqual({
      'specs.1.options': 'AM4 cannot be removed: 2 parts have it.',
    });
    expect(await refused([SOCKET])).toEqual({ specs: expect.stringContaining('1 part has') });
    expect(
      await refused([
        { ...length, type: 'text', unit: undefined, max: undefined, decimals: undefined, filter: 'none' },
        SOCKET,
      ]),
    ).toMatchObject({
      'specs.0.type': 'The type cannot be changed: 1 part has a value.',
    });
    expect(await refused([{ ...length, max: 300 }, SOCKET])).toEqual({
      'specs.0.max': '1 part has a value that would not fit.',
    });
    expect(await refused([{ ...length, decimals: 0 }, SOCKET])).toEqual({
      'specs.0.decimals': '1 part has a value that would not fit.',
    });
    const unused = { ...SOCKET, options: SOCKET.options.slice(0, 1) };
    expect(await replace(name, { ...kind, specs: [{ ...length, max: 400 }, unused] })).toMatchObject({
      status: 200,
      body: { parts: 2, lacking: { lengthMm: 0, socket: 0 } },
    });
    expect(await shop.call('DELETE', `/kinds/${name}`, { as: admin })).toMatchObject({ status: 409 });
  });

  it('follows the renaming of an option, in deleted parts too, and makes what was read of them stale', async () => {
    const name = slug();
    const sockets = specOf({ ...SOCKET, key: 'sockets', label: 'Sockets', type: 'choices' });
    const kind = kindOf(name, [SOCKET, sockets]);
    await add(kind);
    const id = await addPart({ kind: name, specs: { socket: 'AM4', sockets: ['AM5', 'AM4'] } });
    const deleted = await addPart({ kind: name, specs: { socket: 'AM4' } });
    await shop.call('DELETE', `/item/${deleted}`, { as: admin });
    const before = await shop.call('GET', `/items/${id}/edit`, { as: admin });
    const renamed = (spec: typeof SOCKET) => ({
      ...spec,
      options: spec.options.map((option) =>
        option.value === 'AM4' ? { ...option, value: 'am4', label: 'Socket AM4', was: 'AM4' } : option,
      ),
    });
    const { status } = await replace(name, { ...kind, specs: [renamed(SOCKET), renamed(sockets)] });
    expect(status).toBe(200);
    expect((await partToEdit(id)).specs).toEqual({ socket: 'am4', sockets: ['am4', 'AM5'] });
    expect((await shop.call('GET', `/item/${id}`)).body.specification[0].specs[0].text).toBe('Socket AM4');
    const edit = await shop.call('PATCH', `/items/${id}`, {
      as: admin,
      body: { name: 'Other' },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect(edit.status).toBe(412);
    await shop.call('POST', `/items/${deleted}/restore`, { as: admin });
    expect((await partToEdit(deleted)).specs).toEqual({ socket: 'am4' });
    expect((await audited(name)).at(-1)).toMatchObject({ after: { changedParts: 3 } });
  });

  it('takes other names of an option alone, and the audit log has them', async () => {
    const name = slug();
    const kind = kindOf(name, [SOCKET]);
    await add(kind);
    const options = SOCKET.options.map((option, n) =>
      n === 0 ? { ...option, aliases: ['PGA1331'] } : option,
    );
    const { status, body } = await replace(name, { ...kind, specs: [{ ...SOCKET, options }] });
    expect([status, body.specs[0].options[0].aliases]).toEqual([200, ['PGA1331']]);
    const id = await addPart({ kind: name, specs: { socket: 'pga 1331' } });
    expect((await partToEdit(id)).specs).toEqual({ socket: 'AM4' });
    const [, changed] = await audited(name);
    expect(JSON.stringify(changed!['after'])).toContain('PGA1331');
  });

  it('refuses an option renamed to one that there is, and one that there was not', async () => {
    const name = slug();
    const kind = kindOf(name, [SOCKET]);
    await add(kind);
    const [am4, am5, tr4] = SOCKET.options;
    const options = [
      { ...am4!, value: 'AM5', label: 'New AM5', was: 'AM4' },
      { ...tr4!, was: 'TR40' },
    ];
    expect(await replace(name, { ...kind, specs: [{ ...SOCKET, options }] })).toMatchObject({
      status: 400,
      body: {
        errors: {
          'specs.0.options.0.value': expect.any(String),
          'specs.0.options.1.was': expect.any(String),
        },
      },
    });
    expect(am5).toBeDefined();
  });

  it('counts those on sale that lack a value, and lists them', async () => {
    const name = slug();
    await add(kindOf(name, [numberSpec('lengthMm', { unit: 'mm' })]));
    await addPart({ kind: name, specs: { lengthMm: '31 cm' } });
    const id = await addPart({ kind: name, name: 'Unmeasured' });
    expect((await readToEdit(name)).body.lacking).toEqual({ lengthMm: 1 });
    const { body } = await shop.call('GET', `/items/manage?kind=${name}&lacks=lengthMm`, { as: admin });
    expect(body).toMatchObject({ total: 1, items: [{ _id: id, name: 'Unmeasured' }] });
    expect((await shop.call('GET', `/items/manage?kind=${name}&lacks=$where`, { as: admin })).status).toBe(
      400,
    );
  });
});

it('the kinds of the shop keep what its rules read', async () => {
  const { body } = await readToEdit('graphics-card');
  expect(body).toMatchObject({ isBuiltIn: true, reservedKeys: expect.arrayContaining(['lengthMm']) });
  const { slug: name, label, plural, group, aliases, specs } = body;
  const without = specs.filter(({ key }: { key: string }) => key !== 'lengthMm');
  expect(await replace(name, { slug: name, label, plural, group, aliases, specs: without })).toMatchObject({
    status: 400,
    body: { errors: { specs: expect.stringContaining('Rules of the shop') } },
  });
  expect((await shop.call('DELETE', '/kinds/graphics-card', { as: admin })).status).toBe(409);
});
