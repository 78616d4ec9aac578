import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openAccounts } from './accounts.js';
import { createDurableState } from './durable-state.js';
import { loadEmulator } from './emulator.js';
import { lockFolder } from '../folder-lock.js';
import { refuseForeignPages } from './foreign-pages.js';
import { mailOf, type OutOfBandCode } from './mail-texts.js';
import { createMailer } from './mailer.js';
import { announceReady, closeServer, exitWithParent, listen, LOOPBACK } from '../lifecycle.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: LOOPBACK },
    data: { type: 'string' },
    project: { type: 'string', default: 'demo-rapid' },
    'shop-url': { type: 'string', default: process.env['PUBLIC_URL'] || 'http://localhost:3000' },
  },
});
if (!values.data) {
  console.error('usage: main.ts --data DIR [--port N] [--host ADDRESS] [--project ID] [--shop-url ORIGIN]');
  process.exit(2);
}

const unlock = lockFolder(values.data);
const accounts = openAccounts(values.data);
const emulator = loadEmulator();
const { SMTP_URL: smtpUrl, MAIL_FROM: from } = process.env;
const mailer = smtpUrl ? createMailer(smtpUrl, from || 'Rapid Manufacturer <shop@localhost>') : undefined;

/** Without a mail server the terminal is the inbox. */
function onCode(code: OutOfBandCode): void {
  const mail = mailOf(code, values['shop-url']);
  if (!mail) return;
  if (mailer) mailer.send(mail);
  else console.log(`mail to ${mail.to} (${code.requestType}): ${mail.link}`);
}

const state = createDurableState(emulator.AgentProjectState, values.project, accounts, onCode);
const app = await emulator.createApp(values.project, 0, new Map([[values.project, state]]));
const server = createServer(refuseForeignPages(app, values.host === LOOPBACK));

exitWithParent(async () => {
  await closeServer(server);
  mailer?.close();
  await accounts.close();
  unlock();
});
announceReady(await listen(server, Number(values.port), values.host));
