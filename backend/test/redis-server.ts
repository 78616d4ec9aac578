import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { eventually } from './commerce.js';
import { freePort } from './processes.js';

/** A real Redis on loopback that stores nothing on disk. `REDIS_SERVER` names the program when it is not in the PATH. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(process.env['REDIS_SERVER'] || 'redis-server', args, { stdio: 'ignore' });
    this.child = child;
    const failed = new Promise<never>((_, fail) => {
      child.once('error', (error) => fail(new Error(`redis-server is needed: ${error.message}`)));
      child.once('exit', (code) => fail(new Error(`redis-server ended with ${code}`)));
    });
    failed.catch(() => undefined);
    const client = this.client();
    await Promise.race([
      failed,
      eventually(async () => (await client.ping().catch(() => '')) === 'PONG', 'Redis responds'),
    ]).finally(() => client.disconnect());
  }

  /** A client for a test's own checks. */
  client(): Redis {
    const client = new Redis(this.url, { maxRetriesPerRequest: 0, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    return client;
  }

  /** Keeps its connections and responds to nothing until `wake`. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  wake(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((end) => child.once('exit', end));
    child.kill('SIGKILL');
    await ended;
  }
}
