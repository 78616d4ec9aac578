import { parseArgs } from 'node:util';
import { announceReady, exitWithParent, LOOPBACK } from '../lifecycle.js';
import { startStore } from './wire/server.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '27017' },
    host: { type: 'string', default: LOOPBACK },
    data: { type: 'string' },
    'fail-points': { type: 'boolean', default: false },
    'ttl-seconds': { type: 'string', default: '60' },
  },
});

const fail = (message: unknown): never => {
  console.error(String(message));
  process.exit(1);
};

const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) fail(`--port ${values.port} is no port`);
const data = values.data ?? fail('--data DIR is missing: the folder that holds the data');
const ttlSeconds = Number(values['ttl-seconds']) || 60;

try {
  const store = await startStore({
    port,
    host: values.host,
    data,
    failPoints: values['fail-points'],
    ttlSeconds,
  });
  exitWithParent(store.stop);
  announceReady(store.url);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  fail(code === 'EADDRINUSE' ? `Port ${port} on ${values.host} is taken` : message);
}
