import { describe, expect, it } from 'vitest';
import { hostInUrl, isolatedEnv, planOf } from './env.mjs';

const CONFIGURED = {
  PATH: '/usr/bin',
  HOME: '/home/someone',
  TMPDIR: '/tmp',
  TEST_LONG: '1',
  MONGODB_URI: 'mongodb://production/shop',
  MONGODB_URI_FILE: '/run/secrets/mongodb_uri',
  JWT_SECRET: 'secret',
  FIREBASE_PROJECT_ID: 'production',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET_FILE: '/run/secrets/stripe',
  SMTP_URL: 'smtps://production',
  REDIS_URL: 'redis://production',
  IMGBB_API_KEY: 'key',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
  ADMIN_EMAILS: 'someone@example.com',
  DEMO: '0',
  PORT: '80',
  DATA_DIR: '/srv/shop',
};

describe('isolatedEnv', () => {
  it('keeps what the system needs, and no setting of the shop', () => {
    expect(isolatedEnv(CONFIGURED)).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/someone',
      TMPDIR: '/tmp',
      TEST_LONG: '1',
    });
  });

  it('is a demo without a real service', () => {
    const real = { store: false, identity: false, payments: false, mail: false };
    expect(planOf(CONFIGURED)).toEqual({
      real: { store: true, identity: true, payments: true, mail: true },
      demo: false,
    });
    expect(planOf(isolatedEnv(CONFIGURED))).toEqual({ real, demo: true });
  });

  it('takes the settings that it is given', () => {
    expect(isolatedEnv(CONFIGURED, { LOG_LEVEL: 'warn' })).toMatchObject({ LOG_LEVEL: 'warn' });
  });

  it('keeps the names that Windows needs, however they are written', () => {
    const env = {
      Path: 'C:\\',
      SystemRoot: 'C:\\Windows',
      'ProgramFiles(x86)': 'C:\\x86',
      ComSpec: 'cmd.exe',
    };
    expect(isolatedEnv(env)).toEqual(env);
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
  ['shop.example', 'shop.example'],
])('the host %s is %s in a URL', (host, expected) => {
  expect(hostInUrl(host)).toBe(expected);
});
