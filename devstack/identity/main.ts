import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AccountsFile } from './accounts-file.js';
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
const file = new AccountsFile(join(values.data, 'accounts.jsonl'));
const emulator = loadEmulator();
const state = createDurableState(emulator.AgentProjectState, values.project, file);
const app = await emulator.createApp(values.project, 0, new Map([[values.project, state]]));
const server = createServer(refuseForeignPages(app, values.host === LOOPBACK));

exitWithParent(async () => {
  await closeServer(server);
  file.close();
  unlock();
});
announceReady(await listen(server, Number(values.port), values.host));
