import { join } from 'node:path';
import type { Caller } from '../src/common/access.js';
import { ROOT } from './commerce.js';
import { settingsOf, TargetProcess } from './processes.js';

/** An event as a consumer of a replica was given it. */
export interface Given {
  id: string;
  type: string;
  version: number;
  /** The process. */
  by: number;
}

export interface Wanted {
  id: string;
  lines: { productId: string; quantity: number }[];
}

/** What a replica is asked for. */
export type Task =
  | { do: 'place'; order: Wanted; customer: Caller }
  /** `dice` says which of the changes that are possible. */
  | { do: 'change'; orderId: string; dice: number };

/** A task and its number. */
export type Question = Task & { n: number };

export interface Reply {
  n: number;
  /** Of the order as it is then; absent when nothing was changed. */
  version?: number;
  error?: {
    status: number;
    code: string | undefined;
    extra: Record<string, unknown> | undefined;
    retryAfter: number | undefined;
    message: string;
  };
}

/** A server process that uses services which no call reaches yet, and that can be killed. */
export class Replica extends TargetProcess {
  private asked = 0;
  private readonly waiting = new Map<number, (reply: Reply | undefined) => void>();

  /** @param env such as `RECORD_EVENTS` */
  constructor(mongodbUri: string, env: NodeJS.ProcessEnv = {}) {
    const script = join(ROOT, 'backend/test/replica.ts');
    super(['--import', 'tsx', script], { ...settingsOf(mongodbUri, 0, 'http://127.0.0.1:9'), ...env });
  }

  override async start(): Promise<void> {
    await super.start();
    this.child!.on('message', (reply: Reply) => {
      this.waiting.get(reply.n)?.(reply);
      this.waiting.delete(reply.n);
    });
    this.child!.once('exit', () => {
      for (const end of this.waiting.values()) end(undefined);
      this.waiting.clear();
    });
  }

  /** @returns undefined when the process is not there, or was killed meanwhile: it may have done it */
  async ask(task: Task): Promise<Reply | undefined> {
    const { child } = this;
    if (!child?.connected || child.exitCode !== null || child.signalCode !== null) return undefined;
    const n = (this.asked += 1);
    return new Promise((end) => {
      this.waiting.set(n, end);
      child.send({ n, ...task }, (error) => {
        if (!error) return;
        this.waiting.delete(n);
        end(undefined);
      });
    });
  }
}
