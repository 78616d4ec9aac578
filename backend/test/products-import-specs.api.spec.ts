import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResultDto } from '../src/products/product-import.dto.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { kindOf, numberSpec, specOf } from './kind-factory.js';

let shop: Shop;
let admin: TestUser;

const option = (value: string, label = value) => ({ value, label, aliases: [] });
const DRIVE = kindOf('test-drive', [
  numberSpec('capacityGb', { label: 'Capacity', unit: 'GB', min: 1, max: 100_000, zero: 'unknown' }),
  specOf({
    key: 'ports',
    label: 'Ports',
    type: 'choices',
    filter: 'values',
    options: [option('sata', 'SATA'), option('nvme', 'NVMe')],
  }),
  specOf({ key: 'encrypted', label: 'Encrypted', type: 'flag', filter: 'values' }),
]);
const BLOWER = kindOf('test-blower', [numberSpec('sizeMm', { label: 'Size', unit: 'mm' })]);

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  for (const body of [DRIVE, BLOWER]) await shop.call('POST', '/kinds', { as: admin, body });
});
afterAll(() => shop.close());

const send = (body: string, query = '', headers = {}) =>
  shop.call('POST', `/items/import${query}`, {
    as: admin,
    body,
    headers: { 'content-type': 'text/csv', ...headers },
  });
const rejected = (body: string, query = '') =>
  shop.call('POST', `/items/import/rejected${query}`, {
    as: admin,
    body,
    headers: { 'content-type': 'text/csv' },
  });
const exported = async (query: string): Promise<string> =>
  (await shop.call('GET', `/items/export?${query}`, { as: admin })).body as string;
const errorsOf = ({ errors }: ImportResultDto) =>
  errors.map(({ line, column, message }) => [line, column, message]);
/** Not by a search, which knows what was imported a moment later. */
const productOf = async (sku: string) => {
  const product = await shop.db.collection('products').findOne({ sku });
  return product
    ? (await shop.call('GET', `/items/${String(product._id)}/edit`, { as: admin })).body
    : undefined;
};
const row = (sku: string, ...cells: string[]) =>
  [...cells, sku, `Part ${sku}`, '5', '2', '30', 'A part.', '/products/part.webp'].join(',');
const header = (...columns: string[]) =>
  [...columns, 'sku', 'name', 'price', 'minimumOQ', 'availableQ', 'description', 'img'].join(',');

describe('a file with specifications', () => {
  it('is read in any order of columns, each row by its kind', async () => {
    const file = [
      header(
        'spec.sizeMm',
        'SPEC.CAPACITYGB',
        'kind',
        'spec.ports',
        'spec.encrypted',
        'partNumbers',
        'externalId',
      ),
      row('DR-1', '', '1 TB', 'test-drive', 'NVMe;SATA', 'yes', 'N1;N2', 'E1'),
      row('DR-2', '', '0', 'TEST DRIVE', '', '', '', ''),
      row('BL-1', '12 cm', '', 'test-blower', '', '', '', 'E3'),
      row('NO-1', '', '', '', '', '', '', ''),
    ].join('\n');
    expect((await send(file)).body).toMatchObject({ created: 4, errorCount: 0 });
    expect(await productOf('DR-1')).toMatchObject({
      kind: 'test-drive',
      specs: { capacityGb: 1_000, ports: ['sata', 'nvme'], encrypted: true },
      partNumbers: ['N1', 'N2'],
      externalId: 'E1',
    });
    expect(await productOf('DR-2')).not.toHaveProperty('specs');
    expect(await productOf('BL-1')).toMatchObject({ specs: { sizeMm: 120 } });
    expect(await productOf('NO-1')).not.toHaveProperty('kind');
  });

  it('is the same after an export, of one kind and of all', async () => {
    const ofKind = await exported('kind=test-drive');
    expect(ofKind.split('\r\n', 1)[0]).toContain('spec.capacityGb,spec.ports,spec.encrypted,availability');
    expect(ofKind).toContain('1000,sata;nvme,yes');
    for (const file of [ofKind, await exported('')])
      expect((await send(file)).body).toMatchObject({ updated: 0, created: 0, errorCount: 0 });
  });

  it('is the same also when an option was renamed after the export, or between its rows', async () => {
    const kind = kindOf('test-renamed', [
      specOf({ key: 'plug', label: 'Plug', type: 'choice', options: [option('one'), option('two')] }),
    ]);
    const { slug, ...body } = kind;
    await shop.call('POST', '/kinds', { as: admin, body: kind });
    const rows = ['RN-1', 'RN-2'].map((sku) => row(sku, slug, 'one'));
    await send([header('kind', 'spec.plug'), ...rows].join('\n'));
    const before = (await exported(`kind=${slug}`)).split('\r\n');
    const etag = (await shop.call('GET', `/kinds/${slug}/edit`, { as: admin })).headers.get('etag') ?? '';
    const options = [{ value: 'usb', label: 'USB', aliases: [], was: 'one' }, option('two')];
    const replaced = await shop.call('PUT', `/kinds/${slug}`, {
      as: admin,
      headers: { 'if-match': etag },
      body: { ...body, specs: [{ ...kind.specs[0]!, options }] },
    });
    expect(replaced).toMatchObject({
      status: 200,
      body: { specs: [{ options: [{ aliases: ['one'] }, {}] }] },
    });
    const after = (await exported(`kind=${slug}`)).split('\r\n');
    for (const lines of [before, after, [...before.slice(0, 2), ...after.slice(2)]])
      expect((await send(lines.join('\r\n'))).body).toMatchObject({ rows: 2, unchanged: 2, errorCount: 0 });
  });

  it('changes single specifications, and takes away those of empty cells', async () => {
    const file = 'sku,spec.capacityGb,spec.encrypted\nDR-1,2 TB,\n';
    const shown = await send(file, '?dryRun=true');
    expect(shown.body.changes).toMatchObject([
      {
        fields: [
          { field: 'spec.capacityGb', before: 1_000, after: 2_000 },
          { field: 'spec.encrypted', before: 'yes' },
        ],
      },
    ]);
    await send(file);
    expect((await productOf('DR-1')).specs).toEqual({ capacityGb: 2_000, ports: ['sata', 'nvme'] });
  });

  it('takes the kind that is chosen for its rows', async () => {
    const file = `${header('spec.sizeMm')}\n${row('BL-2', '80')}`;
    expect((await send(file)).body.errors).toEqual({ '2.kind': expect.stringContaining('kind') });
    expect((await send(file, '?kind=test-blower')).body).toMatchObject({ created: 1 });
    expect(await productOf('BL-2')).toMatchObject({ kind: 'test-blower', specs: { sizeMm: 80 } });
    expect((await send(file, '?kind=test-blowre')).body.errors).toEqual({
      kind: 'There is no kind test-blowre. Did you mean test-blower?',
    });
  });

  it('has unknown columns listed with the nearest known name, before anything is written', async () => {
    const file = `${header('spec.capcityGb', 'spec.szieMm', 'manufacturr', 'colour of it')}\n${row('X-1', '1', '2', '3', '4')}`;
    expect(errorsOf((await send(file, '?dryRun=true')).body)).toEqual([
      [1, 'spec.capcityGb', 'Unknown column. Did you mean spec.capacityGb?'],
      [1, 'spec.szieMm', 'Unknown column. Did you mean spec.sizeMm?'],
      [1, 'manufacturr', 'Unknown column. Did you mean manufacturer?'],
      [1, 'colour of it', expect.stringMatching(/^Unknown column\. Known are/)],
    ]);
    expect((await send(file, '?skipInvalid=true')).status).toBe(422);
  });

  it('finds products by their external ids', async () => {
    expect((await send('externalId,price\nE1,7\n')).body).toMatchObject({ updated: 1 });
    expect(await productOf('DR-1')).toMatchObject({ price: 7 });
    expect(
      errorsOf((await send('externalId,sku,price\nE1,BL-1,7\nE9,,7\nE1,,8\nE1,,9', '?dryRun=true')).body),
    ).toEqual([
      [2, 'sku', 'Another product has the SKU BL-1.'],
      [3, 'externalId', expect.stringContaining('No product has the external id E9')],
      [5, 'externalId', expect.stringContaining('Line 4')],
    ]);
  });
});

describe('rows with errors', () => {
  const FILE = [
    header('kind', 'spec.capacityGb', 'spec.sizeMm'),
    row('MIX-1', 'test-drive', '500 GB', ''),
    row('MIX-2', 'test-drive', '16x2GB', ''),
    row('MIX-3', 'test-drive', '', '120'),
    row('MIX-4', 'test-drvie', '', ''),
    row('=MIX', 'test-blower', '', '92'),
  ].join('\n');

  it('are listed, and nothing is imported', async () => {
    const { body } = await send(FILE, '?dryRun=true');
    expect(body).toMatchObject({ rows: 5, created: 1, invalid: 4, canSkipInvalid: true });
    expect(errorsOf(body)).toEqual([
      [3, 'spec.capacityGb', expect.stringContaining('GB')],
      [4, 'spec.sizeMm', expect.stringContaining('There is no sizeMm')],
      [5, 'kind', 'There is no kind test-drvie. Did you mean test-drive?'],
      [6, 'sku', expect.any(String)],
    ]);
    expect((await send(FILE)).status).toBe(422);
    expect(await productOf('MIX-1')).toBeUndefined();
  });

  it('are given back as a file with their errors, which is imported once they are corrected', async () => {
    const { status, body, headers } = await rejected(FILE);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    const lines = (body as string)
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^kind,spec\.capacityGb,spec\.sizeMm,sku,.*,errors$/);
    expect(lines[1]).toContain('16x2GB');
    expect(lines[1]).toMatch(/spec\.capacityGb: /);
    expect(lines[4]).toContain("'=MIX");
    const corrected = (body as string)
      .replace('16x2GB', '32 GB')
      .replace('test-drive,,120', 'test-blower,,120')
      .replace('test-drvie', 'test-drive')
      .replace("'=MIX", 'MIX-5');
    expect((await send(corrected)).body).toMatchObject({
      created: 4,
      errorCount: 0,
      ignoredColumns: ['errors'],
    });
    expect(await productOf('MIX-2')).toMatchObject({ specs: { capacityGb: 32 } });
  });

  it('are left out where that is asked for, and the others are imported', async () => {
    const result = await send(FILE.replaceAll('MIX', 'SKIP'), '?skipInvalid=true');
    expect(result).toMatchObject({ status: 200, body: { created: 1, invalid: 4, dryRun: false } });
    expect(await productOf('SKIP-1')).toMatchObject({ specs: { capacityGb: 500 } });
    expect(await productOf('SKIP-4')).toBeUndefined();
  });

  it('whose image is missing are left out too', async () => {
    const img = '/api/images/665f1c2ab8d4e1a2b3c4d5e6';
    const file = `${header()}\n${row('IMG-1')}\n${row('IMG-2').replace('/products/part.webp', img)}`;
    expect((await send(file, '?skipInvalid=true')).body).toMatchObject({ created: 1, invalid: 1 });
    expect(await productOf('IMG-2')).toBeUndefined();
  });

  it('are none of a good file', async () => {
    const { body } = await rejected(`${header()}\n${row('GOOD-1')}`);
    expect((body as string).replace(/^\ufeff/, '').trim()).toBe('errors');
  });
});

it('a kind that is edited while a file is imported leaves no part with a value that it does not take', async () => {
  const kind = kindOf('test-moving', [
    specOf({
      key: 'plug',
      label: 'Plug',
      type: 'choice',
      filter: 'values',
      options: [option('one'), option('two')],
    }),
  ]);
  await shop.call('POST', '/kinds', { as: admin, body: kind });
  const { slug, ...body } = kind;
  const etag = (await shop.call('GET', `/kinds/${slug}/edit`, { as: admin })).headers.get('etag') ?? '';
  const rows = Array.from({ length: 200 }, (_, n) => row(`MV-${n}`, slug, 'one'));
  const [imported, replaced] = await Promise.all([
    send([header('kind', 'spec.plug'), ...rows].join('\n')),
    shop.call('PUT', `/kinds/${slug}`, {
      as: admin,
      headers: { 'if-match': etag },
      body: { ...body, specs: [{ ...kind.specs[0]!, options: [option('two')] }] },
    }),
  ]);
  const count = await shop.db.collection('products').countDocuments({ kind: slug, 'specs.plug': 'one' });
  expect([imported.status, replaced.status, count]).toEqual(
    replaced.status === 200 ? [422, 200, 0] : [200, 409, 200],
  );
});
