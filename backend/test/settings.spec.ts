import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SECRETS, SETTING_DEFAULTS } from '../src/config.js';

const [settings = '', scripts = ''] = readFileSync(
  new URL('../../docs/settings.md', import.meta.url),
  'utf8',
).split('## Read by the scripts');

/** The rows of the tables: a setting, whether it is marked as a secret, and its default. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `([A-Z_]+)`( \\\*)? \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = '', secret, fallback = '']) => ({ name, isSecret: secret !== undefined, fallback }),
  );
const rows = rowsOf(settings);

/** Defaults that are computed, not declared. */
const COMPUTED: Record<string, string> = {
  FIREBASE_AUTH_DOMAIN: '`<project>.firebaseapp.com`',
  FIREBASE_JWKS_URL: "Google's",
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
    expect(rowsOf(scripts).map(({ name }) => name)).toEqual(['DATA_DIR']);
  });
});
