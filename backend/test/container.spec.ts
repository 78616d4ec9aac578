import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './commerce.js';
import { testConfig } from './harness.js';

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: unknown;
  pids_limit?: number;
  tmpfs?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  volumes?: string[];
  init?: boolean;
  restart?: string;
  stop_grace_period?: string;
  env_file?: unknown;
  deploy?: { replicas: number };
  logging?: { driver: string; options: Record<string, string> };
}
interface Compose {
  name: string;
  services: Record<string, Service>;
  secrets?: Record<string, unknown>;
}
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');
const compose = (file: string): Compose => parse(read(file), { merge: true }) as Compose;

describe.each(['docker-compose.yml', 'docker-compose.production.yml'])('%s', (file) => {
  it('gives no service privileges, a writable file system or unbounded memory, whatever the machine’s cores', () => {
    for (const [name, service] of Object.entries(compose(file).services)) {
      expect(service.cpus).toBeUndefined();
      expect({ name, ...service }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        tmpfs: expect.any(Array),
        // a driver that Podman has too
        logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
      });
    }
  });
});

describe.each(['docker-compose.yml', 'docker-compose.production.yml'])('the shop of %s', (file) => {
  const { shop = {}, 'stand-ins': standIns = shop } = compose(file).services;

  it('is reached by signals, and given the time that it needs to stop', () => {
    expect(shop).toMatchObject({ init: true, restart: 'unless-stopped', stop_grace_period: '30s' });
    expect(standIns.init).toBe(true);
  });
});

it('demo and production are projects of their own', () => {
  expect(compose('docker-compose.yml').name).not.toBe(compose('docker-compose.production.yml').name);
});

it('the demo takes nothing from .env that could make it production', () => {
  const text = read('docker-compose.yml');
  expect(text).not.toMatch(/env_file|STRIPE|FIREBASE/);
  const { shop, 'stand-ins': standIns } = compose('docker-compose.yml').services;
  for (const service of [shop, standIns]) expect(service?.environment).toHaveProperty('DEMO_SECRETS');
});

it('production reads every setting of .env, if there is one, but for where it listens and the demo', () => {
  const { shop } = compose('docker-compose.production.yml').services;
  expect(shop?.env_file).toEqual([{ path: '.env', required: false }]);
  expect(shop?.environment).toMatchObject({ DEMO: '0', PORT: '3000', HOST: '0.0.0.0' });
});

it('production has two replicas, whose ports are not published', () => {
  const { shop } = compose('docker-compose.production.yml').services;
  expect(shop?.deploy).toEqual({ replicas: 2 });
  expect(shop?.ports).toBeUndefined();
});

it('the production file takes secrets as files only', () => {
  const { services, secrets = {} } = compose('docker-compose.production.yml');
  for (const { environment = {}, secrets: used = [] } of Object.values(services)) {
    for (const name of ['MONGODB_URI', 'JWT_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      expect(environment).not.toHaveProperty(name);
    }
    const files = Object.keys(environment).filter((name) => name.endsWith('_FILE'));
    expect(files.map((name) => environment[name])).toEqual(used.map((name) => `/run/secrets/${name}`));
    for (const name of used) expect(secrets).toHaveProperty(name);
  }
});

it('in production only the proxy is reachable, and it is the one hop that the shop trusts', () => {
  const { services } = compose('docker-compose.production.yml');
  const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
  expect(services['shop']?.environment?.['TRUST_PROXY']).toBe('${TRUST_PROXY:-1}');
  expect(services['proxy']?.volumes).toEqual(['certificates:/data']);
  const proxy = read('deploy/Caddyfile');
  const [, megabytes] = /^\s*max_size (\d+)MiB$/m.exec(proxy) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(testConfig().uploads.maxBytes);
  // every variable of the proxy's that the file names is one that the configuration reads
  for (const name of Object.keys(services['proxy']?.environment ?? {})) expect(proxy).toContain(`{$${name}`);
  expect(read('deploy/proxy.Dockerfile')).toMatch(/^USER 1000:1000$/m);
});

it('the image checks its health without another Node, and podman-compose gets strings only', () => {
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*\\\n\s+CMD \["bash", /m);
  for (const file of ['docker-compose.yml', 'docker-compose.production.yml'])
    for (const { environment = {} } of Object.values(compose(file).services))
      expect(Object.values(environment).filter((value) => typeof value !== 'string')).toEqual([]);
});
