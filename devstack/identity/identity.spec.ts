import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, type Child } from '../child.fixture.js';
import { ensureAccount } from './seed-account.js';

const MAIN = new URL('./main.ts', import.meta.url);
const PROJECT = 'demo-rapid';
const data = mkdtempSync(join(tmpdir(), 'identity-'));
let child: Child;

const start = (): Promise<Child> => startChild(MAIN, ['--port', '0', '--data', data, '--project', PROJECT]);

interface ApiResponse {
  status: number;
  body: Record<string, any>;
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const response = await fetch(`${child.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
}
const account = (call: string, body: object): Promise<ApiResponse> =>
  post(`/identitytoolkit.googleapis.com/v1/accounts:${call}?key=demo`, body);
const refresh = (refresh_token: string): Promise<ApiResponse> =>
  post('/securetoken.googleapis.com/v1/token?key=demo', { grant_type: 'refresh_token', refresh_token });
const signIn = (email: string, password: string): Promise<ApiResponse> =>
  account('signInWithPassword', { email, password, returnSecureToken: true });
const googleSignIn = (profile: object): Promise<ApiResponse> =>
  account('signInWithIdp', {
    postBody: `id_token=${encodeURIComponent(JSON.stringify(profile))}&providerId=google.com`,
    requestUri: 'http://127.0.0.1',
    returnSecureToken: true,
  });
const claims = (token: string): Record<string, any> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, any>;

async function signUp(email: string, displayName: string): Promise<Record<string, any>> {
  const made = await account('signUp', { email, password: 'secret-1', returnSecureToken: true });
  expect(made.status).toBe(200);
  const idToken: string = made.body.idToken;
  expect((await account('update', { idToken, displayName, returnSecureToken: true })).status).toBe(200);
  return made.body;
}

beforeAll(async () => {
  child = await start();
});
afterAll(async () => {
  await child.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true });
});

describe('sign-in', () => {
  it('signs up, names, signs in, renews and deletes an account', async () => {
    const made = await signUp('new@example.com', 'New Person');
    const signed = await signIn('new@example.com', 'secret-1');
    expect(claims(signed.body.idToken)).toMatchObject({
      iss: `https://securetoken.google.com/${PROJECT}`,
      aud: PROJECT,
      sub: made.localId,
      email: 'new@example.com',
      email_verified: false,
      name: 'New Person',
    });
    const renewed = await refresh(made.refreshToken);
    expect(claims(renewed.body.id_token).sub).toBe(made.localId);
    expect((await account('delete', { idToken: signed.body.idToken })).status).toBe(200);
    expect((await refresh(made.refreshToken)).status).toBe(400);
  });

  it('responds alike to a wrong password and an unknown address', async () => {
    await signUp('known@example.com', 'Known');
    const wrong = await signIn('known@example.com', 'other');
    const unknown = await signIn('nobody@example.com', 'other');
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.message).toBe('INVALID_LOGIN_CREDENTIALS');
    expect(unknown.body.error.message).toBe(wrong.body.error.message);
  });

  it.each([
    [
      'asks to move to it',
      (email: string, idToken: string) =>
        account('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email }),
      { status: 200, body: { kind: expect.any(String), email: 'asks@example.com' } },
    ],
    [
      'takes it without a mail',
      (email: string, idToken: string) => account('update', { idToken, email }),
      { status: 400, body: { error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED/) } } },
    ],
    [
      'signs up with a password that is too short',
      (email: string) => account('signUp', { email, password: 'abc' }),
      { status: 400, body: { error: { message: expect.stringMatching(/^WEAK_PASSWORD/) } } },
    ],
  ])('does not tell whether an address has an account to somebody who %s', async (_, ask, expected) => {
    await account('signUp', { email: 'taken@example.com', password: 'secret-1' });
    await account('signUp', { email: 'asks@example.com', password: 'secret-1' });
    const { idToken } = (await signIn('asks@example.com', 'secret-1')).body;
    const [taken, free] = [
      await ask('taken@example.com', idToken),
      await ask('free-one@example.com', idToken),
    ];
    expect(taken).toMatchObject(expected);
    expect(taken).toEqual(free);
    expect(child.output()).not.toMatch(/^mail to taken@example\.com/m);
  });

  it("takes Google's credential and finds the same account again", async () => {
    const profile = { sub: '1234', email: 'google@example.com', email_verified: true, name: 'Google Person' };
    const first = await googleSignIn(profile);
    expect(first.body).toMatchObject({ isNewUser: true, emailVerified: true, displayName: 'Google Person' });
    const again = await googleSignIn(profile);
    expect(again.body.localId).toBe(first.body.localId);
  });

  it('prints the mail of a password reset, whose code sets a new password', async () => {
    await signUp('forgot@example.com', 'Forgetful');
    await account('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'forgot@example.com' });
    const link = /mail to forgot@example\.com \(PASSWORD_RESET\): (\S+)/.exec(child.output())?.[1];
    const oobCode = new URL(link!).searchParams.get('oobCode');
    expect((await account('resetPassword', { oobCode, newPassword: 'secret-2' })).status).toBe(200);
    expect((await signIn('forgot@example.com', 'secret-2')).status).toBe(200);
    expect((await signIn('forgot@example.com', 'secret-1')).status).toBe(400);
  });
});

it('prints the mail that verifies an address', async () => {
  const { idToken } = await signUp('verify@example.com', 'Verifying');
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const link = /^mail to verify@example\.com \(VERIFY_EMAIL\): (\S+)$/m.exec(child.output())?.[1];
  const oobCode = new URL(link!).searchParams.get('oobCode');
  expect((await account('update', { oobCode })).body).toMatchObject({ emailVerified: true });
});

describe('accounts on disk', () => {
  it('are there after kill -9, with sessions, ID tokens, names, passwords, Google links and deletions', async () => {
    const kept = await signUp('kept@example.com', 'Kept');
    const google = await googleSignIn({ sub: '99', email: 'linked@example.com', email_verified: true });
    const gone = await signUp('gone@example.com', 'Gone');
    await account('delete', { idToken: gone.idToken });
    const changed = await account('update', { idToken: kept.idToken, password: 'secret-9' });
    expect(changed.status).toBe(200);

    for (let round = 0; round < 2; round += 1) {
      await child.kill('SIGKILL');
      child = await start();
      const renewed = await refresh(kept.refreshToken);
      expect(renewed.status).toBe(200);
      expect(claims(renewed.body.id_token)).toMatchObject({ sub: kept.localId, name: 'Kept' });
      const looked = await account('lookup', { idToken: renewed.body.id_token });
      expect(looked.body.users[0].providerUserInfo).toHaveLength(1);
      expect((await signIn('kept@example.com', 'secret-9')).body.localId).toBe(kept.localId);
      expect((await signIn('kept@example.com', 'secret-1')).status).toBe(400);
      expect((await signIn('gone@example.com', 'secret-1')).status).toBe(400);
      const back = await googleSignIn({ sub: '99', email: 'linked@example.com', email_verified: true });
      expect(back.body.localId).toBe(google.body.localId);
      expect(back.body.isNewUser).toBeFalsy();
      // one issued before the restart
      expect((await account('lookup', { idToken: google.body.idToken })).status).toBe(200);
    }
  });
});

describe('ensureAccount', () => {
  const wanted = {
    email: 'admin@example.com',
    password: 'rapid-admin',
    displayName: 'Ada Admin',
    emailVerified: true,
    localId: 'demo-admin',
  };

  it('makes a verified account once and leaves its password alone', async () => {
    expect(await ensureAccount(child.url, PROJECT, wanted)).toEqual({ localId: 'demo-admin', created: true });
    const signed = await signIn(wanted.email, wanted.password);
    expect(claims(signed.body.idToken)).toMatchObject({ email_verified: true, name: 'Ada Admin' });
    await account('update', { idToken: signed.body.idToken, password: 'my-own-one' });
    const again = await ensureAccount(child.url, PROJECT, { ...wanted, displayName: 'Ada' });
    expect(again).toEqual({ localId: 'demo-admin', created: false });
    const after = await signIn(wanted.email, 'my-own-one');
    expect(claims(after.body.idToken).name).toBe('Ada');
    expect((await signIn(wanted.email, wanted.password)).status).toBe(400);
  });

  it('chooses an id when none is given', async () => {
    const { email, password, displayName, emailVerified } = { ...wanted, email: 'free@example.com' };
    const made = await ensureAccount(child.url, PROJECT, { email, password, displayName, emailVerified });
    expect(made.created).toBe(true);
    expect(made.localId).toMatch(/^\w{20,}$/);
  });
});

describe('pages of other origins', () => {
  const wipe = `/emulator/v1/projects/${PROJECT}/accounts`;

  it('cannot call the admin API', async () => {
    const owner = { authorization: 'Bearer owner', origin: 'https://elsewhere.example' };
    const response = await fetch(`${child.url}${wipe}`, { method: 'DELETE', headers: owner });
    expect(response.status).toBe(403);
    const lookup = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`;
    expect((await post(lookup, { email: ['known@example.com'] }, owner)).status).toBe(403);
    expect((await signIn('known@example.com', 'secret-1')).status).toBe(200);
  });

  it('cannot reach it under another host name', async () => {
    const { hostname, port } = new URL(child.url);
    const headers = { host: 'rebound.example' };
    const sent = request({ hostname, port, path: wipe, method: 'DELETE', headers }).end();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
    response.resume();
    expect(response.statusCode).toBe(403);
  });
});

describe('the process', () => {
  it('ends when its parent lets go of the IPC channel', async () => {
    const other = await startChild(MAIN, ['--data', mkdtempSync(join(data, 'other-'))]);
    const exited = once(other.process, 'exit');
    other.process.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});
