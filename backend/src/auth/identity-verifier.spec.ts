import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import { DomainError } from '../common/errors.js';
import { PRODUCTION, testConfig } from '../../test/harness.js';
import { claimsOf, type Person, type Provider, startProvider, unsignedToken } from '../../test/id-tokens.js';
import { IdentityVerifier } from './identity-verifier.js';

const casey = { uid: 'uid-casey', email: 'Casey@Example.com' };
const now = () => Math.floor(Date.now() / 1_000);

async function statusOf(verifier: IdentityVerifier, token: string): Promise<number> {
  try {
    await verifier.verify(token);
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
  return 200;
}

/** Claims that are wrong whoever signs. */
const WRONG: [what: string, claims: Record<string, unknown>, status: number][] = [
  ['another issuer', { iss: 'https://securetoken.google.com/other' }, 401],
  ['another audience', { aud: 'other' }, 401],
  ['an expiry in the past', { exp: 1_000 }, 401],
  ['no expiry', { exp: undefined }, 401],
  ['no subject', { sub: undefined }, 401],
  ['an empty subject', { sub: '' }, 401],
  ['a number as subject', { sub: 12 }, 401],
  ['a list as subject', { sub: ['uid-casey'] }, 401],
  ['an object as subject', { sub: { $gt: '' } }, 401],
  ['a subject that is too long', { sub: 'x'.repeat(129) }, 401],
  ['no sign-in time', { auth_time: undefined }, 401],
  ['a sign-in time in the future', { auth_time: now() + 600 }, 401],
  ['a sign-in time that is no number', { auth_time: 'now' }, 401],
  ['an issue time in the future', { iat: now() + 600 }, 401],
  ['an issue time more than five minutes ago', { iat: now() - 330 }, 401],
  ['an issue time that is no number', { iat: 'now' }, 401],
  ['no e-mail', { email: undefined }, 403],
  ['a control character in the e-mail', { email: 'cas\u0000ey@example.com' }, 403],
  ['a direction mark in the e-mail', { email: 'casey@\u202eexample.com' }, 403],
  ['an e-mail that is none', { email: { $gt: '' } }, 403],
];

describe('IdentityVerifier in production', () => {
  let provider: Provider;
  let verifier: IdentityVerifier;

  beforeAll(async () => {
    provider = await startProvider();
    verifier = new IdentityVerifier(testConfig({ ...PRODUCTION, FIREBASE_JWKS_URL: provider.jwksUrl }));
  });
  afterAll(() => provider.close());

  it('reads who the bearer is', async () => {
    const claims = {
      name: '  Casey  ',
      picture: 'https://pictures.example/1.jpg',
      email_verified: true,
      auth_time: 1_700_000_000,
    };
    expect(await verifier.verify(await provider.sign({ ...casey, claims }))).toEqual({
      uid: 'uid-casey',
      email: 'casey@example.com',
      emailVerified: true,
      name: 'Casey',
      photo: 'https://pictures.example/1.jpg',
      authTime: 1_700_000_000,
    });
  });

  it('takes a token for five minutes, by clocks that differ a little', async () => {
    for (const iat of [now() - 270, now() + 3])
      expect(await statusOf(verifier, await provider.sign({ ...casey, claims: { iat } }))).toBe(200);
  });

  it('takes control and direction characters out of a name', async () => {
    const claims = { name: '\u202eCa\u0000s\ney\u2066 ' };
    expect(await verifier.verify(await provider.sign({ ...casey, claims }))).toMatchObject({ name: 'Casey' });
  });

  it('takes no picture that is no https address, and verified only when it says so', async () => {
    const claims = { picture: 'javascript:alert(1)', email_verified: 'true' };
    expect(await verifier.verify(await provider.sign({ ...casey, claims }))).toMatchObject({
      photo: '',
      emailVerified: false,
    });
  });

  it.each(WRONG)('refuses %s', async (_what, claims, status) => {
    expect(await statusOf(verifier, await provider.sign({ ...casey, claims }))).toBe(status);
  });

  it('refuses a key that is not published, no signature, and another algorithm', async () => {
    expect(await statusOf(verifier, await provider.forge(casey))).toBe(401);
    expect(await statusOf(verifier, unsignedToken(casey))).toBe(401);
    const symmetric = new SignJWT(claimsOf(casey)).setProtectedHeader({ alg: 'HS256', kid: 'key-1' });
    expect(await statusOf(verifier, await symmetric.sign(Buffer.alloc(32, 1)))).toBe(401);
    const [head, body] = (await provider.sign(casey)).split('.');
    expect(await statusOf(verifier, `${head}.${body}.`)).toBe(401);
    expect(await statusOf(verifier, 'nonsense')).toBe(401);
  });

  it('responds with 503 when the keys cannot be had', async () => {
    const cutOff = new IdentityVerifier(
      testConfig({ ...PRODUCTION, FIREBASE_JWKS_URL: 'http://127.0.0.1:9/keys' }),
    );
    expect(await statusOf(cutOff, await provider.sign(casey))).toBe(503);
  });
});

describe('IdentityVerifier in demo mode', () => {
  const unsigned = (claims?: Person['claims']) => unsignedToken({ ...casey, ...(claims && { claims }) });

  it("believes the emulator's unsigned tokens", async () => {
    expect(await statusOf(new IdentityVerifier(testConfig()), unsigned())).toBe(200);
  });

  it.each(WRONG)('refuses %s', async (_what, claims, status) => {
    expect(await statusOf(new IdentityVerifier(testConfig()), unsigned(claims))).toBe(status);
  });

  it('does not believe them without the emulator', async () => {
    expect(
      await statusOf(new IdentityVerifier(testConfig({ IDENTITY_EMULATOR_URL: undefined })), unsigned()),
    ).toBe(401);
  });
});
