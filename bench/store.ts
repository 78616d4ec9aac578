import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import mongoose from 'mongoose';

const { MongoClient, ObjectId } = mongoose.mongo;

/**
 * How the cost of the embedded store's indexed reads and durable writes grows with the collection. Costs are medians
 * as multiples of the driver's own `ping` in the same moments. Ends with 1 if a cost at the largest size is more than
 * 1.5 times that at the smallest. `--sizes 1000,100000` for a shorter run.
 */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '1000,100000,1000000' } } });
const SIZES = values.sizes.split(',').map(Number);
const LIMIT = 1.5;
const ROUNDS = 400;
const WARM_UP = 50;
const LOAD = 5000;
const STATES = ['paid', 'shipped', 'shipped', 'cancelled', 'refunded', 'draft'];
/** All but one: their rows are read as a merge of ranges. */
const SHOWN = { $in: ['paid', 'shipped', 'cancelled', 'refunded'] };
const MOST_COUNTED = 500;

interface Row {
  sku: string;
  owner: number;
  at: Date;
  stock: number;
  state: string;
  text: string;
}

const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
const child = spawn(
  process.execPath,
  ['--import', 'tsx', 'devstack/mongo/main.ts', '--port', '0', '--data', folder],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = await new Promise<string>((resolve, reject) => {
  child.stdout.on('data', (text: Buffer) => {
    const ready = /ready (\S+)/.exec(text.toString());
    if (ready?.[1]) resolve(ready[1]);
  });
  child.on('exit', (code) => reject(new Error(`the store ended with ${code}`)));
});
const client = await new MongoClient(url).connect();

const rowOf = (i: number, size: number): Row => ({
  sku: `sku-${i}`,
  owner: i % Math.ceil(size / 50),
  // Fifty rows have the same time.
  at: new Date(1_700_000_000_000 + Math.floor(i / 50) * 1000),
  stock: 1_000_000,
  state: STATES[i % STATES.length] ?? '',
  text: 'a row of about three hundred bytes, as an order or a product of the shop is '.repeat(3),
});

const median = (times: number[]): number => times.toSorted((a, b) => a - b).at(times.length >> 1) ?? NaN;

/** One operation on one size of collection, and how long it took each time, in milliseconds. */
interface Measured {
  name: string;
  run: () => Promise<unknown>;
  times: number[];
}

const measured = (name: string, run: () => Promise<unknown>): Measured => ({ name, run, times: [] });

const load = async (size: number): Promise<Measured[]> => {
  const rows = client.db('bench').collection<Row>(`rows${size}`);
  for (let i = 0; i < size; i += LOAD) {
    await rows.insertMany(Array.from({ length: Math.min(LOAD, size - i) }, (_, j) => rowOf(i + j, size)));
  }
  await rows.createIndexes([
    { key: { sku: 1 }, unique: true },
    { key: { owner: 1, at: -1 } },
    { key: { state: 1, at: -1, _id: -1 } },
  ]);
  const page = (filter: object) => rows.find(filter).sort({ at: -1, _id: -1 }).limit(24).toArray();
  const any = () => Math.floor(Math.random() * size);
  return [
    measured('find one by unique field', () => rows.findOne({ sku: `sku-${any()}` })),
    measured('find 24 by equality and sort', () =>
      rows
        .find({ owner: any() % Math.ceil(size / 50) })
        .sort({ at: -1 })
        .limit(24)
        .toArray(),
    ),
    measured('find 24 of several states by sort', () => page({ state: SHOWN })),
    measured('find the 24 after a cursor', () => {
      const { at } = rowOf(any(), size);
      const beyond = [{ at: { $lt: at } }, { at, _id: { $lt: new ObjectId() } }];
      return page({ $and: [{ state: SHOWN }, { $or: beyond }] });
    }),
    measured(`count up to ${MOST_COUNTED} of several states`, () =>
      rows.countDocuments({ state: SHOWN }, { limit: MOST_COUNTED }),
    ),
    measured('insert one', () =>
      rows.insertOne({ ...rowOf(any(), size), sku: new ObjectId().toHexString() }),
    ),
    measured('update one', () =>
      rows.updateOne({ sku: `sku-${any()}`, stock: { $gte: 1 } }, { $inc: { stock: -1 } }),
    ),
  ];
};

let failed = false;
try {
  const ping: Measured = { name: 'ping', run: () => client.db('bench').command({ ping: 1 }), times: [] };
  const sizes: { size: number; operations: Measured[] }[] = [];
  for (const size of SIZES) {
    sizes.push({ size, operations: await load(size) });
    console.log(`${size} documents loaded`);
  }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Interleaved, so that other load on the machine affects all sizes alike.
    for (const { run, times } of [ping, ...sizes.flatMap(({ operations }) => operations)]) {
      const started = performance.now();
      await run();
      if (round >= 0) times.push(performance.now() - started);
    }
  }
  const unit = median(ping.times);
  console.log(`ping: ${(unit * 1000).toFixed(0)} µs; costs as multiples of it:`);
  for (const [at, { name }] of (sizes[0]?.operations ?? []).entries()) {
    const costs = sizes.map(({ operations }) => median(operations[at]?.times ?? []) / unit);
    const growth = (costs.at(-1) ?? NaN) / (costs[0] ?? NaN);
    const over = !(growth <= LIMIT);
    failed ||= over;
    const shown = sizes.map(({ size }, i) => `${size}: ${costs[i]?.toFixed(2)}`).join(', ');
    console.log(`${over ? 'OVER' : 'fine'}  ${name}: ${shown}; growth ${growth.toFixed(2)} (limit ${LIMIT})`);
  }
} finally {
  await client.close();
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
