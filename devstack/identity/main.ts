import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { openAccounts } from './accounts.js';
import { createDurableState } from './durable-state.js';
import { loadEmulator } from './emulator.js';
import { lockFolder } from '../folder-lock.js';
import { refuseForeignPages } from './foreign-pages.js';
import { announceReady, closeServer, exitWithParent, listen, LOOPBACK } from '../lifecycle.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: LOOPBACK },
    data: { type: 'string' },
    project: { type: 'string', default: 'demo-rapid' },
  },
});
if (!values.data) {
  console.error('usage: main.ts --data DIR [--port N] [--host ADDRESS] [--project ID]');
  process.exit(2);
}

const unlock = lockFolder(values.data);
const accounts = openAccounts(values.data);
const emulator = loadEmulator();
const state = createDurableState(emulator.AgentProjectState, values.project, accounts);
const app = await emulator.createApp(values.project, 0, new Map([[values.project, state]]));
const server = createServer(refuseForeignPages(app, values.host === LOOPBACK));

exitWithParent(async () => {
  await closeServer(server);
  await accounts.close();
  unlock();
});
announceReady(await listen(server, Number(values.port), values.host));
