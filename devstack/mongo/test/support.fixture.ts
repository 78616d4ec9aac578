import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { type Child, startChild } from '../../child.fixture.js';

export const { MongoClient, ObjectId, Long, Double, Decimal128, Int32 } = mongoose.mongo;
export type Client = InstanceType<typeof MongoClient>;

/** Full sizes instead of the small ones of every test run. */
export const LONG = process.env.TEST_LONG === '1';

export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

const MAIN = new URL('../main.ts', import.meta.url);

/** A store in a process of its own, which can be killed and started again. */
export class StoreProcess {
  private child: Child | undefined;

  constructor(
    readonly data: string,
    private readonly flags: string[] = [],
  ) {}

  get url(): string {
    return this.child?.url ?? '';
  }

  get pid(): number {
    return this.child?.process.pid ?? 0;
  }

  /** Resolves when it is ready; rejects with what it printed when it ends before. */
  async start(): Promise<void> {
    this.child = await startChild(MAIN, ['--port', '0', '--data', this.data, ...this.flags]);
  }

  /** Ends it without any warning, or with one. */
  async kill(signal?: NodeJS.Signals): Promise<number | null> {
    return (await this.child?.kill(signal)) ?? null;
  }
}

const { serialize, deserialize } = mongoose.mongo.BSON;

/** A command as bytes of the wire protocol. */
export const frame = (body: Record<string, unknown>): Buffer => {
  const doc = serialize(body);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + doc.length);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, doc]);
};

/** Sends one command without a driver, so with the session and transaction number given. */
export const rawCommand = (url: string, body: Record<string, unknown>): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(frame(body)));
    let bytes = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < 4 || bytes.length < bytes.readInt32LE(0)) return;
      socket.destroy();
      resolve(deserialize(bytes.subarray(21)));
    });
  });

/** Random numbers that are the same in every run. */
export const randomOf = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  };
};
export type Random = ReturnType<typeof randomOf>;
