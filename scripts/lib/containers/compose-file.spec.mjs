import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { interpolate, parseEnv, readCompose } from './compose-file.mjs';

it('reads .env files as Compose does', () => {
  const text = '# none\nA=1\n B = two words # more\nexport C="a # b"\nD=\'x\'\nE=\nF=a#b\r\n';
  expect(parseEnv(text)).toEqual({ A: '1', B: 'two words', C: 'a # b', D: 'x', E: '', F: 'a#b' });
});

it('replaces variables', () => {
  const env = { A: '1', EMPTY: '' };
  expect(interpolate('${A} $$A ${EMPTY:-none}:${B:-2} ${B:-}.', env)).toBe('1 $A none:2 .');
  expect(() => interpolate('${B:?}', env)).toThrow('B is required');
});

describe('the files of this project', () => {
  let folder;
  let envFile;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-compose-'));
    envFile = join(folder, 'settings.env');
    const keys = ['STRIPE_PUBLISHABLE_KEY=pk_1', 'FIREBASE_PROJECT_ID=shop', 'FIREBASE_API_KEY=key'];
    writeFileSync(envFile, ['PORT=4000', 'HOST=127.0.0.1', 'MAX_UNPAID_ORDERS=3', ...keys, ''].join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (...files) =>
    readCompose({ files, envFile, env: { CHECK_FOLDER: folder, CHECK_PAYMENTS_PORT: '4001' } });

  it('run the demo, with every setting but those of the container', () => {
    const files = [
      'docker-compose.yml',
      'scripts/containers/embedded-store.yml',
      'scripts/containers/check-demo.yml',
    ];
    const { services } = read(...files);
    expect(Object.keys(services).toSorted()).toEqual(['mongo', 'shop', 'stand-ins']);
    expect(services.shop.environment).toMatchObject({
      PORT: '3000',
      HOST: '0.0.0.0',
      MAX_UNPAID_ORDERS: '3',
    });
    expect(services.shop.ports).toEqual(['127.0.0.1:4000:3000']);
    expect(services.mongo).toMatchObject({ user: '1000:1000', volumes: ['store:/data'], read_only: true });
    for (const { build } of Object.values(services)) expect(build).toBeDefined();
  });

  it('run production, with what the check puts in the place of hosted services', () => {
    const { services, secrets } = read(
      'docker-compose.production.yml',
      'scripts/containers/check-production.yml',
    );
    const names = ['migrate', 'mongo', 'payments', 'providers', 'proxy', 'shop'];
    expect(Object.keys(services).toSorted()).toEqual(names);
    expect(services.shop).toMatchObject({
      deploy: { replicas: 2 },
      environment: { PORT: '3000', HOST: '0.0.0.0', MAX_UNPAID_ORDERS: '3', MIGRATE_ON_START: '0' },
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
    });
    for (const { file } of Object.values(secrets)) expect(file).toContain(folder);
    for (const { build } of Object.values(services)) expect(build).toBeDefined();
  });

  it('are refused with a key that would have no effect', () => {
    const file = join(folder, 'more.yml');
    writeFileSync(file, 'services: { shop: { privileged: true } }');
    expect(() => read('docker-compose.yml', file)).toThrow('shop: privileged cannot be run here');
  });
});
