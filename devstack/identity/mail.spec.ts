import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { startChild, type Child } from '../child.fixture.js';

/** The mails that the emulator sends, as a mail server receives them. */

const MAIN = new URL('./main.ts', import.meta.url);
const SHOP = 'https://shop.example';
const data = mkdtempSync(join(tmpdir(), 'identity-mail-'));
const received: { recipients: string[]; mail: ParsedMail }[] = [];
let child: Child;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const recipients = envelope.rcptTo.map(({ address }) => address);
    simpleParser(stream, (error: Error | null, mail) => {
      if (!error) received.push({ recipients, mail });
      done(error);
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  child = await startChild(MAIN, ['--data', data, '--shop-url', SHOP], {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'The Shop <orders@shop.example>',
  });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  await child.kill('SIGTERM');
  await new Promise<void>((done) => server.close(done));
  rmSync(data, { recursive: true, force: true });
});

async function account(call: string, body: object): Promise<{ status: number; body: Record<string, any> }> {
  const response = await fetch(`${child.url}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

async function signUp(email: string): Promise<string> {
  const { body } = await account('signUp', { email, password: 'secret-1', returnSecureToken: true });
  return body['idToken'] as string;
}

/** The mails so far, once there are `count`: the link of each, and to whom. */
async function mails(count: number) {
  await vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 20_000 });
  return received.map(({ recipients, mail }) => {
    const link = new URL(/https?:\S+/.exec(mail.text ?? '')![0]);
    return { recipients, mail, link, code: link.searchParams.get('oobCode')! };
  });
}

it('sends the link of a password reset, whose code sets a new password once', async () => {
  await signUp('forgot@example.com');
  await account('sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email: 'forgot@example.com',
    continueUrl: 'https://elsewhere.example/',
  });
  const [{ recipients, mail, link, code } = {} as Awaited<ReturnType<typeof mails>>[number]] = await mails(1);
  expect(recipients).toEqual(['forgot@example.com']);
  expect(mail.from?.text).toBe('"The Shop" <orders@shop.example>');
  expect(mail.subject).toBe('Choose a new password');
  // nothing of the address that the caller asked for
  expect(link.href).toBe(`${SHOP}/account/action?mode=resetPassword&oobCode=${code}`);
  expect(mail.html).toContain('/account/action?mode=resetPassword&amp;oobCode=');
  const reset = { oobCode: code, newPassword: 'secret-2' };
  expect((await account('resetPassword', reset)).status).toBe(200);
  const again = await account('resetPassword', reset);
  expect([again.status, again.body['error'].message]).toEqual([400, 'INVALID_OOB_CODE']);
});

it('responds alike to an address without an account, and sends it nothing', async () => {
  await signUp('known@example.com');
  const ask = (email: string) => account('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const unknown = await ask('nobody@example.com');
  const known = await ask('known@example.com');
  expect(unknown.status).toBe(known.status);
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
  const sent = await mails(1);
  expect(sent[0]!.recipients).toEqual(['known@example.com']);
});

it('returns no code to its caller', async () => {
  const idToken = await signUp('asking@example.com');
  const asked = { requestType: 'VERIFY_EMAIL', idToken };
  const sent = await account('sendOobCode', asked);
  expect(sent.body).toEqual({ kind: expect.any(String), email: 'asking@example.com' });
  for (const request of [asked, { requestType: 'PASSWORD_RESET', email: 'asking@example.com' }])
    expect((await account('sendOobCode', { ...request, returnOobLink: true })).status).toBe(400);
  await mails(1);
});

it('moves an account to another address, and tells the old one how to take that back', async () => {
  const idToken = await signUp('old@example.com');
  await account('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken,
    newEmail: 'New@example.com',
  });
  const [change] = await mails(1);
  expect(change!.recipients).toEqual(['new@example.com']);
  expect(change!.mail.text).toContain('old@example.com');
  expect((await account('update', { oobCode: change!.code })).body).toMatchObject({
    email: 'new@example.com',
    emailVerified: true,
  });
  const recovery = (await mails(2))[1]!;
  expect(recovery.recipients).toEqual(['old@example.com']);
  expect(recovery.link.searchParams.get('mode')).toBe('recoverEmail');
  expect((await account('update', { oobCode: recovery.code })).body).toMatchObject({
    email: 'old@example.com',
  });
  // the address that it was taken from gets no way to take it again
  await account('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'old@example.com' });
  expect((await mails(3))[2]!.link.searchParams.get('mode')).toBe('resetPassword');
});

it('sends nothing to an address with a line end, and creates no header of it', async () => {
  const idToken = await signUp('sender@example.com');
  const newEmail = 'a@example.com\r\nBcc: victim@example.com';
  await account('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const sent = await mails(1);
  expect(sent[0]!.recipients).toEqual(['sender@example.com']);
});

it('responds as ever while no mail can be sent', async () => {
  const cutOff = await startChild(MAIN, ['--data', join(data, 'cut-off')], {
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  try {
    const url = `${cutOff.url}/identitytoolkit.googleapis.com/v1/accounts`;
    const post = (call: string, body: object) =>
      fetch(`${url}:${call}?key=demo`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('signUp', { email: 'a@example.com', password: 'secret-1' });
    const asked = await post('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'a@example.com' });
    expect(asked.status).toBe(200);
    await vi.waitFor(() => expect(cutOff.output()).toContain('A mail could not be sent'), {
      timeout: 20_000,
    });
    expect((await post('signUp', { email: 'b@example.com', password: 'secret-1' })).status).toBe(200);
  } finally {
    await cutOff.kill('SIGTERM');
  }
});
