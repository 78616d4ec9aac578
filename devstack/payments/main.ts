import { parseArgs } from 'node:util';
import { lockFolder } from '../folder-lock.js';
import { announceReady, closeServer, exitWithParent, listen, LOOPBACK } from '../lifecycle.js';
import { openSandbox } from './sandbox.js';
import { createSandboxServer } from './server.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: LOOPBACK },
    data: { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-events': { type: 'string', default: '*' },
    'processing-ms': { type: 'string', default: '3000' },
  },
});
const secret = process.env.STRIPE_SECRET_KEY ?? '';
const webhookSecret = process.env.STRIPE_WEBHOOK_SECRET ?? '';
const webhookUrl = values['webhook-url'];

const problems = [
  !values.data &&
    'usage: main.ts --data DIR [--port N] [--host ADDRESS] [--webhook-url URL] [--webhook-events TYPES] [--processing-ms N]',
  !secret && 'STRIPE_SECRET_KEY is not set',
  /^[rs]k_live_/.test(secret) && 'STRIPE_SECRET_KEY is a live key; it has no business here',
  webhookUrl && !webhookSecret && 'STRIPE_WEBHOOK_SECRET is not set, and webhooks are never sent unsigned',
  webhookUrl && !URL.canParse(webhookUrl) && '--webhook-url is not a URL',
  !/^\d+$/.test(values['processing-ms']) && '--processing-ms is not a number',
].filter(Boolean);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(2);
}

const unlock = lockFolder(values.data!);
const sandbox = await openSandbox({
  directory: values.data!,
  keys: { secret, publishable: process.env.STRIPE_PUBLISHABLE_KEY || 'pk_test_demo' },
  webhook: webhookUrl
    ? { url: webhookUrl, secret: webhookSecret, types: values['webhook-events'].split(',') }
    : null,
  processingMs: Number(values['processing-ms']),
});
const server = createSandboxServer(sandbox);

exitWithParent(async () => {
  await closeServer(server);
  await sandbox.close();
  unlock();
});
announceReady(await listen(server, Number(values.port), values.host));
