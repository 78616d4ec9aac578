import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SECRETS, SETTING_DEFAULTS } from '../src/config.js';
import { WATCHED_EVENTS } from '../src/payments/provider-events.service.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const COMPOSE_FILE = 'docker-compose.production.yml';
const [settings = '', others = ''] = read('docs/settings.md').split('## Read by the scripts');
const [scripts = '', compose = ''] = others.split(`## Read by ${COMPOSE_FILE}`);

/** The rows of the tables: a setting, whether it is marked as a secret, and its default. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([A-Z_]+)`( \\\*)? \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = '', secret, fallback = '']) => ({ name, isSecret: secret !== undefined, fallback }),
  );
const rows = rowsOf(settings);

/** Defaults that are computed, not declared. */
const COMPUTED: Record<string, string> = {
  PUBLIC_URL: 'none, in the demo `http://HOST:PORT`',
  FIREBASE_AUTH_DOMAIN: '`<project>.firebaseapp.com`',
  FIREBASE_JWKS_URL: "Google's",
  ADMIN_NEEDS_VERIFIED_EMAIL: '`true`, with the identity emulator `false`',
  SHUTDOWN_DELAY_SECONDS: '5, in the demo 0',
  FRONTEND_DIR: '`frontend/dist`',
};
const REQUIRED = [
  'MONGODB_URI',
  'JWT_SECRET',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

function defaultCell(name: string): string {
  if (COMPUTED[name]) return COMPUTED[name];
  if (REQUIRED.includes(name)) return 'required';
  const value = SETTING_DEFAULTS[name] as string | number | boolean | string[] | undefined;
  if (value === false) return 'off';
  const isNone = value === undefined || value === '' || Array.isArray(value);
  return isNone ? 'none' : `\`${value.toString()}\``;
}

describe('docs/settings.md', () => {
  it('has every setting of config.ts once, and no other', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(SETTING_DEFAULTS).toSorted());
  });

  it('states their defaults', () => {
    expect(Object.fromEntries(rows.map(({ name, fallback }) => [name, fallback]))).toEqual(
      Object.fromEntries(rows.map(({ name }) => [name, defaultCell(name)])),
    );
  });

  it('marks the secrets', () => {
    expect(
      rows
        .filter(({ isSecret }) => isSecret)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...SECRETS].toSorted());
  });

  it('names what only the scripts read', () => {
    const folders = ['scripts', 'scripts/lib', 'backend/test', 'devstack/mongo/test'];
    const sources = folders
      .flatMap((folder) =>
        readdirSync(new URL(`../../${folder}`, import.meta.url)).map((name) => `${folder}/${name}`),
      )
      .filter((path) => /\.(mjs|js|ts)$/.test(path) && !path.endsWith('/settings.spec.ts'))
      .map(read)
      .join('\n');
    const names = rowsOf(scripts).map(({ name }) => name);
    expect(names).toEqual([
      'DATA_DIR',
      'CHROME_PATH',
      'REDIS_SERVER',
      'CADDY',
      'TEST_MONGODB_URI',
      'TEST_MONGODB_SHARDED',
      'TEST_OPENSEARCH_URL',
      'TEST_OPENSEARCH_LIB',
    ]);
    for (const name of names)
      expect(sources).toMatch(new RegExp(`env(\\.|\\[')${name}\\b|findNamed\\('${name}'\\)`));
  });

  it('names what only the production compose file reads, with its default', () => {
    const used = [...read(COMPOSE_FILE).matchAll(/\$\{([A-Z_]+)(?::-([^}]*)|:\?)?\}/g)].map(
      ([, name = '', fallback = '']) => [name, fallback === '' ? 'none' : `\`${fallback}\``] as const,
    );
    const own = used.filter(([name]) => !(name in SETTING_DEFAULTS));
    expect(Object.fromEntries(rowsOf(compose).map(({ name, fallback }) => [name, fallback]))).toEqual(
      Object.fromEntries(own),
    );
  });
});

describe('docs/deployment.md', () => {
  it('registers the webhook for the events that the shop reads, as the demo does', () => {
    expect(read('scripts/lib/stack.mjs')).toContain(`'${WATCHED_EVENTS.join(',')}'`);
    for (const event of WATCHED_EVENTS) expect(read('docs/deployment.md')).toContain(`\`${event}\``);
  });
});

describe('README.md', () => {
  it('has every command of package.json in a row of its own', () => {
    const { scripts: commands } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read('README.md').matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(
      ([, name = '']) => name,
    );
    expect(named.toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  it('is shorter than 120 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(120);
  });
});
