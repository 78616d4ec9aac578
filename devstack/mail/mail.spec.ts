import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../child.fixture.js';
import { linkedText } from './html.js';
import { Mailbox } from './mailbox.js';

interface Listed {
  id: string;
  to: string[];
  subject: string;
  messageId: string;
}

/** Hands a mail in line by line, as any client does; returns the response to the last line. */
async function deliver(smtpUrl: string, to: string[], source: string): Promise<string> {
  const { port, hostname } = new URL(smtpUrl);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const lines = [
    'HELO spec.example',
    'MAIL FROM:<shop@example.com>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${source.replaceAll('\n', '\r\n')}\r\n.`,
  ];
  let [response] = (await once(socket, 'data')) as [string];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    [response] = (await once(socket, 'data')) as [string];
  }
  socket.end('QUIT\r\n');
  await once(socket.resume(), 'close');
  return response.trim();
}

const source = (subject: string, body = 'Hello') =>
  `From: Shop <shop@example.com>\nTo: a@example.com\nSubject: ${subject}\nMessage-ID: <${subject}@example.com>\nContent-Type: text/html\n\n${body}`;

describe('the mailbox', () => {
  let folder: string;
  let child: Child;
  let smtpUrl: string;

  const start = async () => {
    child = await startChild(new URL('main.ts', import.meta.url), [
      '--data',
      folder,
      '--shop-url',
      'https://shop.example',
    ]);
    smtpUrl = / (smtp:\S+)/.exec(child.output())![1]!;
  };
  const get = (path: string, init?: RequestInit) => fetch(`${child.url}/mailbox${path}`, init);
  const list = async (query = '') => (await (await get(`/mails${query}`)).json()) as Listed[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-mailbox-'));
    await start();
  });
  beforeEach(() => get('/delete', { method: 'POST' }));
  afterAll(async () => {
    await child.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('keeps what it gets, newest first, also when it is killed', async () => {
    await deliver(smtpUrl, ['a@example.com'], source('first'));
    expect(await deliver(smtpUrl, ['b@example.com', 'c@example.com'], source('second'))).toMatch(/^250/);
    await child.kill();
    await start();
    await deliver(smtpUrl, ['a@example.com'], source('third'));
    const mails = await list();
    expect(mails.map(({ subject }) => subject)).toEqual(['third', 'second', 'first']);
    expect(mails[1]).toMatchObject({
      to: ['b@example.com', 'c@example.com'],
      messageId: '<second@example.com>',
    });
    expect((await list('?to=C@example')).map(({ subject }) => subject)).toEqual(['second']);
  });

  it('shows a mail whose every text is HTML as text, and its HTML in a frame without scripts', async () => {
    const script = '<script>alert(1)</script>';
    await deliver(smtpUrl, ['a@example.com'], source(script, `<p>${script}<a href="/parts">Parts</a></p>`));
    const [{ id } = { id: '' }] = await list();
    for (const path of ['', `/view/${id}`]) {
      const page = await get(path);
      const html = await page.text();
      expect(html).toContain('&lt;script&gt;alert(1)');
      expect(html).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const frame = await get(`/view/${id}/html`);
    expect(await frame.text()).toMatch(/^<base target="_top">/);
    const policy = frame.headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'.*sandbox /);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
  });

  it('links addresses of the shop in a text, and none that somebody typed', async () => {
    const text = 'https://shop.example/orders and https://evil.example/y';
    await deliver(smtpUrl, ['a@example.com'], `Subject: Links\n\n${text}`);
    const [{ id } = { id: '' }] = await list();
    const html = await (await get(`/view/${id}`)).text();
    expect(html).toContain('<a href="https://shop.example/orders">');
    expect(html).not.toContain('href="https://evil.example');
  });

  it('refuses what is larger than a megabyte', async () => {
    const large = source('large', `${'a'.repeat(70)}\n`.repeat(20_000));
    expect(await deliver(smtpUrl, ['a@example.com'], large)).toMatch(/^552/);
    expect(await list()).toEqual([]);
  });

  it('refuses one domain, as a mail server refuses an address that it does not know', async () => {
    // no recipient is left
    expect(await deliver(smtpUrl, ['a@refused.example'], source('refused'))).toMatch(/^5/);
    await deliver(smtpUrl, ['a@Refused.example', 'b@example.com'], source('half'));
    expect((await list()).map(({ subject, to }) => [subject, to])).toEqual([['half', ['b@example.com']]]);
  });

  it('deletes all by its own form, and by no other', async () => {
    await deliver(smtpUrl, ['a@example.com'], source('first'));
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await get('/delete', { method: 'POST', headers })).status).toBe(403);
    expect(await list()).toHaveLength(1);
    expect((await get('/delete', { method: 'POST', redirect: 'manual' })).status).toBe(303);
    expect(await list()).toEqual([]);
    expect(readdirSync(join(folder, 'mails'))).toEqual([]);
  });

  it.each(['/view/abc', '/view/abc/html', '/mails/abc', '/view/..%2f..%2fLOCK'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

it('forgets the oldest mails when there are too many', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rapid-mailbox-'));
  const rest = {
    from: '',
    to: ['a@example.com'],
    messageId: '',
    headers: [],
    text: '',
    html: '',
    attachments: [],
  };
  const mailbox = new Mailbox(folder, 3);
  for (const subject of ['a', 'b', 'c', 'd', 'e']) mailbox.add({ ...rest, subject });
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['e', 'd', 'c']);
  expect(readdirSync(folder)).toHaveLength(3);
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  [
    'see https://shop.example/a?b=1&c=2 now',
    'see <a href="https://shop.example/a?b=1&amp;c=2">https://shop.example/a?b=1&amp;c=2</a> now',
  ],
  ['javascript:alert(1) <b>', 'javascript:alert(1) &lt;b&gt;'],
  [
    'https://shop.example/"onclick="x',
    '<a href="https://shop.example/">https://shop.example/</a>&quot;onclick=&quot;x',
  ],
  ['https://evil.example/y', 'https://evil.example/y'],
  [
    'https://shop.example@evil.example/ http://shop.example/',
    'https://shop.example@evil.example/ http://shop.example/',
  ],
  ['https://shop.example.evil.example/ https://[', 'https://shop.example.evil.example/ https://['],
])("links the shop's own web addresses of %j, and no other", (text, html) => {
  expect(linkedText(text, 'https://shop.example')).toBe(html);
});
