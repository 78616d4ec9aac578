import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket as Connection } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, ROOT } from './commerce.js';
import { freePort } from './processes.js';

export const CADDYFILE = resolve(ROOT, 'deploy/Caddyfile');
const CADDY = process.env['CADDY'] || 'caddy';

/** A name server that gives every name the addresses of the replicas that run, as that of a compose project does. */
export class Names {
  addresses: string[] = [];
  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<Names> {
    const names = new Names(createSocket('udp4'));
    names.socket.on('message', (query, { port, address }) => {
      names.socket.send(names.respond(query), port, address);
    });
    names.socket.bind(0, '127.0.0.1');
    await once(names.socket, 'listening');
    return names;
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** The question comes first and is repeated; what else the query holds is left out. */
  private respond(query: Buffer): Buffer {
    let end = 12;
    while (query[end] !== 0) end += query[end]! + 1;
    end += 5;
    const isA = query.readUInt16BE(end - 4) === 1;
    const records = (isA ? this.addresses : []).map((address) =>
      // the name of the question, type A, class IN, 1 s, 4 bytes
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    );
    const head = Buffer.from([query[0]!, query[1]!, 0x85, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    return Buffer.concat([head, query.subarray(12, end), ...records]);
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }
}

/** Caddy with the project's configuration, on free ports and with certificates in a folder of its own. */
export class Proxy {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'rapid-proxy-'));
  /** What it has logged. */
  log = '';

  private constructor(
    readonly port: number,
    readonly tlsPort: number,
  ) {}

  /** @param settings the variables of the configuration, see docs/deployment.md */
  static async start(settings: Record<string, string>): Promise<Proxy> {
    const proxy = new Proxy(await freePort(), await freePort());
    const child = spawn(CADDY, ['run', '--config', CADDYFILE], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: proxy.folder,
        PROXY_HTTP_PORT: String(proxy.port),
        PROXY_HTTPS_PORT: String(proxy.tlsPort),
        ...settings,
      },
    });
    proxy.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (proxy.log += text));
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(proxy.log);
      return proxy.log.includes('"msg":"serving initial configuration"');
    }, 'Caddy serves');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The certificate of the authority that it made for names that no public one knows. */
  get authority(): string {
    return readFileSync(join(this.folder, '.local/share/caddy/pki/authorities/local/root.crt'), 'utf8');
  }

  /** Resident memory, in MB. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.child!.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  /** @returns its exit code */
  async stop(): Promise<number | null> {
    const { child } = this;
    const ended = once(child!, 'exit');
    child!.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    rmSync(this.folder, { recursive: true, force: true });
    return code;
  }
}

/** Whether the program accepts the configuration with these variables. @returns what it printed, with its exit code at the end */
export async function validate(settings: Record<string, string>): Promise<string> {
  const child = spawn(CADDY, ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...settings },
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return `${text}\nexit ${code}`;
}

/** Connections that a client opens at once and then treats badly. */
export class Flood {
  private readonly connections: Connection[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  closed = 0;

  constructor(private readonly port: number) {}

  /**
   * @param first what each connection sends
   * @param every what it sends after that each second
   */
  async open(count: number, first: string | Buffer, every: string): Promise<this> {
    const opened = Array.from({ length: count }, async () => {
      const connection = connect(this.port, '127.0.0.1');
      this.connections.push(connection);
      connection.on('error', () => undefined).once('close', () => (this.closed += 1));
      connection.resume();
      await once(connection, 'connect');
      connection.write(first);
    });
    await Promise.all(opened);
    if (every !== '') {
      const drip = () => {
        for (const connection of this.connections) if (connection.writable) connection.write(every);
      };
      this.timers.push(setInterval(drip, 1_000));
    }
    return this;
  }

  get isOpen(): number {
    return this.connections.length - this.closed;
  }

  end(): void {
    this.timers.forEach((timer) => clearInterval(timer));
    this.connections.forEach((connection) => connection.destroy());
  }
}
