import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.js';

const complete = {
  MONGODB_URI: 'mongodb://db.example.com/shop',
  JWT_SECRET: 'x'.repeat(32),
  FIREBASE_PROJECT_ID: 'shop',
  FIREBASE_API_KEY: 'key',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const demo = {
  ...complete,
  DEMO: '1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
};

function problemsOf(env: Record<string, string | undefined>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('parseConfig', () => {
  it('has defaults for all that is not secret', () => {
    expect(parseConfig(complete)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: false,
      orders: { holdHours: 48, maxUnpaid: 20 },
      firebase: { authDomain: 'shop.firebaseapp.com' },
      publicUrl: '',
      trustProxy: false,
      corsOrigins: [],
      adminEmails: [],
    });
  });

  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '81' }, 'http://localhost:81'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ PUBLIC_URL: 'https://Shop.example/' }, 'https://shop.example'],
  ])('reaches a demo with %j at %s', (env, publicUrl) => {
    expect(parseConfig({ ...demo, ...env }).publicUrl).toBe(publicUrl);
  });

  it('reads how the shop delivers', () => {
    expect(parseConfig(complete).delivery).toEqual({
      shopCountry: 'US',
      time: { cutOffHour: 14, timeZone: 'UTC', holidays: [] },
    });
    const settings = {
      SHOP_COUNTRY: 'de',
      DELIVERY_TIME_ZONE: 'Europe/Berlin',
      DELIVERY_CUT_OFF_HOUR: '0',
      DELIVERY_HOLIDAYS: '12-25, 2026-10-03',
    };
    expect(parseConfig({ ...complete, ...settings }).delivery).toEqual({
      shopCountry: 'DE',
      time: { cutOffHour: 0, timeZone: 'Europe/Berlin', holidays: ['12-25', '2026-10-03'] },
    });
  });

  it.each([
    [{ SHOP_COUNTRY: 'XX' }, 'SHOP_COUNTRY: must be an ISO 3166-1 alpha-2 code, such as US'],
    [{ DELIVERY_TIME_ZONE: 'Here' }, 'DELIVERY_TIME_ZONE: must be an IANA time zone, such as Europe/Berlin'],
    [
      { DELIVERY_HOLIDAYS: '2026-02-29' },
      'DELIVERY_HOLIDAYS: must be days such as 2026-12-25, or 12-25 for every year, separated by commas',
    ],
    [{ DELIVERY_HOLIDAYS: '12-25,'.repeat(301) }, 'DELIVERY_HOLIDAYS: must be at most 300 days'],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf({ ...complete, ...env })).toEqual([problem]);
  });

  it.each(['sk_live_1', 'rk_live_1'])('refuses a demo that would charge real cards: %s', (key) => {
    expect(problemsOf({ ...demo, STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual([
      'STRIPE_SECRET_KEY: a live key is not allowed with DEMO=1',
      'STRIPE_PUBLISHABLE_KEY: a live key is not allowed with DEMO=1',
    ]);
  });

  it.each([
    [complete, true],
    [demo, true],
    [{ ...demo, IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099' }, false],
    [{ ...demo, IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', ADMIN_NEEDS_VERIFIED_EMAIL: '1' }, true],
    [{ ...complete, ADMIN_NEEDS_VERIFIED_EMAIL: '0' }, false],
  ])('asks admins for a verified address unless none can be verified: %j', (env, needed) => {
    expect(parseConfig(env).adminNeedsVerifiedEmail).toBe(needed);
  });

  it('sends no mail without its public address, which every mail links to', () => {
    const withMail = { ...complete, SMTP_URL: 'smtp://mail.example' };
    expect(problemsOf(withMail)).toEqual(['PUBLIC_URL: is required with SMTP_URL']);
    const { mail } = parseConfig({ ...withMail, PUBLIC_URL: 'https://shop.example' });
    expect(mail.smtpUrl).toBe('smtp://mail.example');
    expect(problemsOf({ ...complete, SMTP_URL: 'http://mail.example' })).toEqual([
      'SMTP_URL: must begin with smtp:// or smtps://',
    ]);
  });

  it.each(['shop.example', 'https://shop.example/shop', 'ftp://shop.example', 'https://me:x@shop.example'])(
    'accepts no %s as its public address',
    (PUBLIC_URL) => {
      expect(problemsOf({ ...complete, PUBLIC_URL })).toEqual([
        'PUBLIC_URL: must be an origin, such as https://shop.example, without a path',
      ]);
    },
  );

  it.each(Object.keys(complete))('requires %s', (name) => {
    expect(problemsOf({ ...complete, [name]: undefined })).toEqual([`${name}: is required`]);
    expect(problemsOf({ ...complete, [name]: '' })).toEqual([`${name}: is required`]);
  });

  it('lists every problem at once, of every kind', () => {
    const problems = problemsOf({
      ...complete,
      JWT_SECRET: 'short',
      PORT: '70000',
      STRIPE_SECRET_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET_FILE: '/nonexistent/secret',
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099',
      MAX_UNPAID_ORDERS: '0',
    });
    expect(
      problems.map((problem) => problem.split(':')[0]).toSorted((a = '', b = '') => a.localeCompare(b)),
    ).toEqual([
      'IDENTITY_EMULATOR_URL',
      'JWT_SECRET',
      'MAX_UNPAID_ORDERS',
      'PORT',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET_FILE',
    ]);
  });

  it('reads secrets from files, without the last newline', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rapid-config-')), 'secret');
    writeFileSync(file, `${'y'.repeat(40)}\n`);
    expect(parseConfig({ ...complete, JWT_SECRET: undefined, JWT_SECRET_FILE: file }).jwtSecret).toBe(
      'y'.repeat(40),
    );
  });

  it('never names a secret in its message', () => {
    const problems = problemsOf({
      ...complete,
      STRIPE_SECRET_KEY: 'hunter2',
      MONGODB_URI: 'postgres://u:hunter2@db',
    });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });

  describe('without demo mode', () => {
    it.each([
      ['IDENTITY_EMULATOR_URL', 'http://127.0.0.1:9099'],
      ['PAYMENTS_SANDBOX_URL', 'http://127.0.0.1:9100'],
      ['MAILBOX_URL', 'http://127.0.0.1:9101'],
      ['STRIPE_PUBLISHABLE_KEY', 'pk_test_demo'],
    ])('refuses %s=%s', (name, value) => {
      expect(problemsOf({ ...complete, [name]: value })).toEqual([expect.stringContaining(name)]);
      expect(problemsOf({ ...demo, [name]: value })).toEqual([]);
      expect(problemsOf({ ...complete, [name]: value, DEMO: '0' })).toHaveLength(1);
    });
  });

  it.each([
    ['', false],
    ['false', false],
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, ::1, loopback', '10.0.0.0/8, ::1, loopback'],
  ])('reads TRUST_PROXY=%s as %p', (text, value) => {
    expect(parseConfig({ ...complete, TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  // with true, or a network of everybody, each client could choose the address that its rate limits are counted by
  it.each(['true', 'yes', '0.0.0.0/0', '::/0', 'proxy.internal', '10.0.0.0/33', '10.0.0', '1,2', '-1'])(
    'refuses TRUST_PROXY=%s',
    (text) => {
      expect(problemsOf({ ...complete, TRUST_PROXY: text })).toEqual([
        'TRUST_PROXY: must be the number of proxies or their addresses; true would let every client choose its own address',
      ]);
    },
  );

  it('reads lists, lower-cased, without blanks', () => {
    expect(
      parseConfig({ ...complete, ADMIN_EMAILS: ' Boss@Example.com, ,second@example.com' }).adminEmails,
    ).toEqual(['boss@example.com', 'second@example.com']);
  });
});
