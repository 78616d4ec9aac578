import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lockFolder } from '../folder-lock.js';
import { announceReady, closeServer, exitWithParent, listen, LOOPBACK } from '../lifecycle.js';
import { Mailbox } from './mailbox.js';
import { createMailboxServer } from './server.js';
import { createSmtpServer, listenForMail } from './smtp.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'smtp-port': { type: 'string', default: '0' },
    host: { type: 'string', default: LOOPBACK },
    data: { type: 'string' },
    'shop-url': { type: 'string', default: process.env['PUBLIC_URL'] || 'http://localhost:3000' },
  },
});
if (!values.data) {
  console.error('usage: main.ts --data DIR [--port N] [--smtp-port N] [--host ADDRESS] [--shop-url ORIGIN]');
  process.exit(2);
}

const unlock = lockFolder(values.data);
const mailbox = new Mailbox(join(values.data, 'mails'));
const smtp = createSmtpServer(mailbox);
const server = createMailboxServer(mailbox, new URL(values['shop-url']).origin);

exitWithParent(async () => {
  await Promise.all([closeServer(server), new Promise<void>((done) => smtp.close(done))]);
  unlock();
});
const smtpPort = await listenForMail(smtp, Number(values['smtp-port']), values.host);
const url = await listen(server, Number(values.port), values.host);
announceReady(url, { smtpUrl: `smtp://${new URL(url).hostname}:${smtpPort}` });
