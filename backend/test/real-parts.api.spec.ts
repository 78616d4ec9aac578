import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResultDto } from '../src/products/product-import.dto.js';
import { SHOP_KINDS } from '../src/kinds/shop-kinds.js';
import { type Call, callAt } from './call.js';
import { readyLine, ROOT } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { peakMemoryOf, spawnMeasured } from './processes.js';

/**
 * The real parts of `../shared/parts` through the ordinary import: all of them in a long run, else a part of two files.
 * `vitest.config.js` leaves this file out where there are none.
 */
const isLong = process.env['TEST_LONG'] === '1';
const FILES = isLong
  ? ['CPU', 'Motherboard', 'PCCase', 'GPU', 'PSU', 'CPUCooler', 'RAM', 'Storage', 'CaseFan']
  : ['CPUCooler', 'Storage'];
const MAX_ROWS = isLong ? Infinity : 600;
const LIMIT_MB = 512;
/** Of all rows, those that may be refused: what is wrong in the data itself. */
const MAX_REFUSED = 0.01;
const READERS = 3;
const USUAL_MS = isLong ? 10_000 : 2_000;

/** What Node itself takes in a container of that size, in MB. */
const HEAP = `--max-old-space-size=${LIMIT_MB / 2}`;

let shop: Shop;
let admin: TestUser;
let server: ChildProcess;
let folder: string;
let call: Call;
/** The files as they are sent. No record of them has a line end within. */
let files: Map<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rapid-parts-'));
  await promisify(execFile)(process.execPath, ['bench/parts/convert.mjs', folder], { cwd: ROOT });
  files = new Map(FILES.map((file) => [file, cut(readFileSync(join(folder, `${file}.csv`), 'utf8'))]));
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  server = await spawnMeasured(shop.config.mongodbUri, [HEAP]);
  call = callAt(`${await readyLine(server)}/api`);
});
afterAll(async () => {
  if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const cut = (csv: string): string =>
  csv
    .trimEnd()
    .split('\n')
    .slice(0, MAX_ROWS + 1)
    .join('\n');

async function imported(csv: string, query = ''): Promise<ImportResultDto> {
  const headers = { 'content-type': 'text/csv' };
  const { status, body } = await call('POST', `/items/import${query}`, { as: admin, body: csv, headers });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as ImportResultDto;
}

/** How long readers wait, in ms, until something has ended. */
async function waitsDuring(ending: Promise<unknown>): Promise<number[]> {
  const running = { ended: false };
  const ended = ending.finally(() => (running.ended = true));
  const waits: number[] = [];
  const paths = ['/items?limit=12', '/items/search?q=ssd', '/items/kinds'];
  const reading = Array.from({ length: READERS }, async (_each, reader) => {
    for (let n = reader; !running.ended; n += 1) {
      const from = performance.now();
      const { status } = await call('GET', paths[n % paths.length]!);
      expect(status).toBe(200);
      waits.push(performance.now() - from);
    }
  });
  await Promise.all([ended, ...reading]);
  return waits;
}

const p95 = (waits: number[]): string => {
  const sorted = waits.toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length * 0.95)]?.toFixed(0)} ms (${sorted.length} reads)`;
};

describe('the import of real parts', () => {
  const results = new Map<string, ImportResultDto>();
  const sumOf = (field: 'rows' | 'created' | 'invalid') =>
    [...results.values()].reduce((sum, result) => sum + result[field], 0);

  it('takes every row, or lists it with its reason, while readers read', { timeout: 1_200_000 }, async () => {
    const pause = new Promise((resolve) => setTimeout(resolve, USUAL_MS));
    const usual = await waitsDuring(pause);
    const all = (async () => {
      for (const [file, csv] of files) results.set(file, await imported(csv, '?skipInvalid=true'));
    })();
    const meanwhile = await waitsDuring(all);
    for (const [file, { rows, created, updated, unchanged, invalid, errors, errorCount }] of results) {
      const lines = new Set(errors.map(({ line }) => line));
      expect([file, rows, updated, unchanged]).toEqual([file, files.get(file)!.split('\n').length - 1, 0, 0]);
      expect([file, created + invalid, lines.size, errors.length]).toEqual([file, rows, invalid, errorCount]);
      expect(errors.every(({ column, message }) => column && message)).toBe(true);
      console.log(`   ${file}: ${rows} rows, ${created} created, ${invalid} refused`);
    }
    console.log(`   readers wait, p95: ${p95(usual)}; during the import ${p95(meanwhile)}`);
    expect(sumOf('invalid')).toBeGreaterThan(0);
    expect(sumOf('invalid')).toBeLessThan(sumOf('rows') * MAX_REFUSED);
    expect(await shop.db.collection('products').countDocuments()).toBe(sumOf('created'));
  });

  it('changes nothing when the same files are sent again', { timeout: 1_200_000 }, async () => {
    for (const [file, csv] of files) {
      const { created, updated, unchanged, invalid } = await imported(csv, '?skipInvalid=true');
      const before = results.get(file)!;
      expect([file, created, updated, unchanged]).toEqual([file, 0, 0, before.created]);
      expect(invalid).toBe(before.invalid);
    }
  });

  it('changes nothing with what the shop has exported', { timeout: 1_200_000 }, async () => {
    let exported = 0;
    for (const { slug } of SHOP_KINDS) {
      const { body } = await call('GET', `/items/export?kind=${slug}`, { as: admin });
      const rows = await shop.db.collection('products').countDocuments({ kind: slug });
      if (rows === 0) continue;
      expect(await imported(body as string)).toMatchObject({
        rows,
        created: 0,
        updated: 0,
        unchanged: rows,
        errorCount: 0,
      });
      exported += rows;
    }
    const unnamed = await shop.db.collection('products').countDocuments({ kind: { $exists: false } });
    expect(exported + unnamed).toBe(sumOf('created'));
  });

  it(`takes less than ${LIMIT_MB} MB of the server`, async () => {
    const megabytes = await peakMemoryOf(server);
    console.log(`   the server's memory: ${megabytes.toFixed(0)} MB of ${LIMIT_MB}`);
    expect(megabytes).toBeLessThan(LIMIT_MB);
  });
});
