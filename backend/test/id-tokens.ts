import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { PROJECT } from './harness.js';

export interface Person {
  uid: string;
  email: string;
  /** Any claim besides; undefined removes one of the defaults. */
  claims?: Record<string, unknown>;
}

/** The claims of a sign-in a minute ago, in a token that the provider gives now. */
export function claimsOf({ uid, email, claims = {} }: Person): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  const all: Record<string, unknown> = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: uid,
    user_id: uid,
    iat: now,
    exp: now + 3_600,
    auth_time: now - 60,
    email,
    email_verified: false,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    ...claims,
  };
  return JSON.parse(JSON.stringify(all)) as JWTPayload; // drops what is undefined
}

/** An unsigned ID token as the emulator gives it, good in demo mode only. */
export const unsignedToken = (person: Person): string => new UnsecuredJWT(claimsOf(person)).encode();

/** Replaces the provider's published keys, for the verification of production. */
export interface Provider {
  /** The setting `FIREBASE_JWKS_URL`. */
  jwksUrl: string;
  /** An ID token under a published key. */
  sign(person: Person): Promise<string>;
  /** One under a key that is not published. */
  forge(person: Person): Promise<string>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  const published = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(published.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }];
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const signWith = (key: CryptoKey) => (person: Person) =>
    new SignJWT(claimsOf(person)).setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'JWT' }).sign(key);
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    sign: signWith(published.privateKey),
    forge: signWith(foreign.privateKey),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
