import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { readyLine, ROOT } from './commerce.js';

/** The built server, for specs about more than one process. */
export const MAIN = resolve(ROOT, 'backend/dist/main.js');

/** A server process that a spec stops or kills and starts again. */
export class TargetProcess {
  protected child: ChildProcess | undefined;

  constructor(
    private readonly args: string[],
    private readonly env: NodeJS.ProcessEnv = {},
  ) {}

  async start(): Promise<void> {
    this.child = spawn(process.execPath, this.args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...this.env },
    });
    await readyLine(this.child);
  }

  async kill(): Promise<void> {
    await this.end((child) => child.kill('SIGKILL'));
  }

  /** Asks it to stop. @returns its exit code; null when a signal ended it */
  stop(): Promise<number | null> {
    return this.end(askToStop);
  }

  private async end(end: (child: ChildProcess) => void): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    end(child);
    return ended;
  }
}

/** Windows has no SIGTERM: there a closed IPC channel asks a process to stop. */
function askToStop(child: ChildProcess): void {
  if (process.platform === 'win32') child.disconnect();
  else child.kill('SIGTERM');
}

/** Settings of production: no local services, which the readiness check would call. */
export const productionOf = (mongodbUri: string, port: number) => ({
  ...settingsOf(mongodbUri, port, ''),
  DEMO: '',
  IDENTITY_EMULATOR_URL: '',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
});

/** A port that nothing listens on, below those that the system gives out: a server that is killed finds it free again. */
export async function freePort(): Promise<number> {
  for (let looks = 0; looks < 100; looks += 1) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
    });
    if (isFree) return port;
  }
  throw new Error('None of 100 ports is free');
}

/** Settings of a server process of a spec: the specs' secrets, and limits that none reaches, since processes on one store share the counts. */
export const settingsOf = (mongodbUri: string, port: number, sandboxUrl: string) => ({
  DEMO: '1',
  PORT: String(port),
  MONGODB_URI: mongodbUri,
  JWT_SECRET: 'a-secret-of-the-specs-and-of-nothing-else',
  FIREBASE_PROJECT_ID: 'demo-rapid',
  FIREBASE_API_KEY: 'demo-key',
  STRIPE_SECRET_KEY: 'sk_test_harness',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
  STRIPE_WEBHOOK_SECRET: 'whsec_harness',
  IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
  PAYMENTS_SANDBOX_URL: sandboxUrl,
  RATE_USER_PER_MINUTE: '100000',
  RATE_API_KEY_PER_MINUTE: '100000',
  RATE_ADDRESS_PER_MINUTE: '100000',
  RATE_FAILED_SIGN_IN_PER_MINUTE: '100000',
  RATE_ORDERS_PER_MINUTE: '100000',
  RATE_PAYMENTS_PER_MINUTE: '100000',
  RATE_REVIEWS_PER_MINUTE: '100000',
  MAX_UNPAID_ORDERS: '100000',
  NEW_CUSTOMER_STOCK_SHARE: '1',
  NEW_CUSTOMERS_JOINT_SHARE: '1',
  SWEEP_SECONDS: '1',
  LOG_LEVEL: 'silent',
});

/** Reports the most resident memory that the process has had, in kilobytes, whenever it gets a message. */
const REPORT_MEMORY =
  'data:text/javascript,process.on("message",()=>process.send(process.resourceUsage().maxRSS)).channel.unref()';

/** The server as the Dockerfile and npm start run it, without its log; `peakMemoryOf` can be asked of it. */
export const spawnMeasured = async (mongodbUri: string, nodeOptions: string[] = []): Promise<ChildProcess> =>
  spawn(process.execPath, [...nodeOptions, '--import', REPORT_MEMORY, MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...settingsOf(mongodbUri, await freePort(), '') },
  });

/** The most resident memory that a process of `spawnMeasured` has had, in MB. */
export const peakMemoryOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    // its other messages are objects
    child.on('message', (message) => typeof message === 'number' && resolve(message / 1_024));
    child.send('memory');
  });
