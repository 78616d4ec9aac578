import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { count, ms, percentile, printTable, timed } from './lib/figures.mjs';
import { call, drain, withShops } from './lib/shop.mjs';

/**
 * `npm run bench -- search`: what searches, suggestions and facets cost over HTTP, one after the other, without the response
 * cache, of shops with the demo's series of products: the embedded engine at 1,000 and 30,000, and with `--opensearch URL` that
 * server at 30,000 and 500,000; then the columns of facets alone, at 100,000 rows in this process. `--sizes 1000,5000` for others.
 *
 * Ends with 1 when a p95 or the memory of a server is over its limit.
 */
const { values } = parseArgs({ options: { sizes: { type: 'string' }, opensearch: { type: 'string' } } });
const EMBEDDED = [1_000, 30_000];
const REMOTE = [30_000, 500_000];
const sizes = values.sizes?.split(',').map(Number) ?? (values.opensearch ? REMOTE : EMBEDDED);

const LIMIT_MB = 512;
/** The heap that Node takes in a container of the limit's size. */
const HEAP = `--max-old-space-size=${LIMIT_MB / 2}`;

/** Products that every demo has. */
const DEMO = 58;

const LIMITS = { search: 50, suggestions: 50, facets: 10, columns: 10 };
const ROUNDS = 12;
/** Ten minutes, for an index of the largest size. */
const MOST_TRIES = 6_000;

const WORDS = (
  '16gb|ssd 1tb|gpu|psu 750|fan 120mm|motherbord|vantar90|ddr5 kit|glass tower case|white|dart 500|dt5-1000|server|' +
  'atx motherboard|lattice glow|quarry 8tb|usb-c cable'
).split('|');
const SPECS = [
  { kind: 'motherboard' },
  { kind: 'motherboard', spec: 'socket:AM5' },
  { kind: 'memory', spec: 'memoryType:DDR5;capacityGb:32' },
  { kind: 'graphics-card', spec: 'lengthMm:200..320' },
  { kind: 'ssd', spec: 'capacityGb:1000,2000', availability: 'orderable' },
];
const paths = (name, queries) => queries.map((query) => `/api/items/${name}?${new URLSearchParams(query)}`);
const CALLS = {
  search: paths('search', [...WORDS.map((q) => ({ q })), ...SPECS.slice(1)]),
  suggestions: paths(
    'suggestions',
    WORDS.flatMap((q) => [{ q: q.slice(0, 2) }, { q: q.slice(0, 4) }, { q }]),
  ),
  facets: paths('facets', SPECS),
};

const rssOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;

const rows = [];
const record = (what, size, times, limit, memory) => {
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
  const isOver = p95 > limit || (memory ?? 0) > LIMIT_MB;
  if (isOver) process.exitCode = 1;
  rows.push([
    what,
    count(size),
    ms(p50),
    ms(p95),
    ms(limit),
    memory === undefined ? '' : `${memory.toFixed(0)} MB`,
    isOver ? 'OVER' : 'ok',
  ]);
};

async function measureShop(shop, engine) {
  const took = await timed(async () => {
    for (let tries = 0; !(await call(shop, 'GET', '/api/items/facets')).isCounted; tries += 1) {
      if (tries === MOST_TRIES) throw new Error('The index is not there: are there too many products?');
      await sleep(100);
    }
  });
  console.log(
    `  ${engine}, ${count(shop.size)} products: the index was there ${(took / 1_000).toFixed(1)} s after the start`,
  );
  for (const [name, all] of Object.entries(CALLS)) {
    const times = [];
    for (let round = -2; round < ROUNDS; round += 1)
      for (const path of all) {
        const spent = await timed(() => drain(shop, path));
        if (round >= 0) times.push(spent);
      }
    record(`${engine}: ${name}`, shop.size, times, LIMITS[name], rssOf(shop.pid));
  }
}

const option = (n) => ({ value: `o${n}`, label: `Option ${n}`, aliases: [] });
const specOf = (n) => ({
  key: `s${n}`,
  label: `S ${n}`,
  group: '',
  type: ['number', 'choice', 'choices', 'flag'][n % 4],
  filter: n % 4 === 0 ? 'range' : 'values',
  options: n % 4 === 1 || n % 4 === 2 ? Array.from({ length: 30 }, (_, at) => option(at)) : [],
  required: false,
  onCard: false,
  compared: false,
});
const valueOf = ({ type }, n) =>
  ({
    number: n % 977,
    choice: `o${n % 30}`,
    choices: [`o${n % 30}`, `o${(n * 7) % 30}`],
    flag: n % 2 === 0,
  })[type];

/** Facets of one kind with twelve columns, of rows that are made up. */
async function measureColumns(size) {
  const { KindTable } = await import('../backend/dist/search/embedded/kind-table.js');
  const kind = {
    slug: 'part',
    label: 'Part',
    plural: 'Parts',
    group: '',
    aliases: [],
    specs: Array.from({ length: 12 }, (_, n) => specOf(n)),
  };
  const table = new KindTable(kind);
  for (let n = 0; n < size; n += 1)
    table.add(
      {
        id: String(n),
        name: `Part ${n}`,
        state: 'on-sale',
        availability: 'orderable',
        priceCents: n,
        createdAt: n,
        availableQ: n,
        specs: Object.fromEntries(kind.specs.map((each, at) => [each.key, valueOf(each, n + at)])),
      },
      n,
    );
  const filters = {
    state: 'on-sale',
    kind,
    specs: [
      { spec: kind.specs[1], values: ['o1', 'o2', 'o3'], orNotStated: false },
      { spec: kind.specs[0], values: [], range: { min: 100, max: 800 }, orNotStated: true },
    ],
  };
  const times = [];
  for (let round = -5; round < 40; round += 1) {
    const counts = { availabilities: new Map(), specs: new Map() };
    const spent = await timed(async () => table.matching(filters, undefined, counts));
    if (round >= 0) times.push(spent);
  }
  record('columns alone: 12, two filters', size, times, LIMITS.columns);
}

const engine = values.opensearch ? 'OpenSearch' : 'embedded';
for (const size of sizes)
  await withShops(
    [size],
    async ([shop]) => measureShop(shop, engine),
    {
      RESPONSE_CACHE_MB: '0',
      NODE_OPTIONS: HEAP,
      ...(values.opensearch && { OPENSEARCH_URL: values.opensearch }),
    },
    () => ['--products', String(size - DEMO)],
  );
if (!values.opensearch) await measureColumns(100_000);
printTable(['call', 'products', 'p50', 'p95', 'limit of p95', 'server', ''], rows);
