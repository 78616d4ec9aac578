import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';
import { findInPath } from './programs.mjs';

/** A script next to the repository that starts a real OpenSearch from its Java packages. */
const SCRIPT = join(ROOT, '../shared/opensearch.sh');
/** The packages stay there for the next run. */
const PACKAGES = join(tmpdir(), 'rapid-opensearch-packages');
/** It listens in this range only. */
const [FIRST_PORT, LAST_PORT] = [9_200, 9_219];

const isHere = () =>
  process.platform !== 'win32' && existsSync(SCRIPT) && ['java', 'mvn'].every((name) => findInPath([name]));

const isFree = (port) =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });

async function freePort() {
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) if (await isFree(port)) return port;
  throw new Error(`No port of ${FIRST_PORT} to ${LAST_PORT} is free for OpenSearch.`);
}

function keepPackages(folder) {
  if (existsSync(PACKAGES)) return;
  const copy = `${PACKAGES}.${process.pid}`;
  cpSync(folder, copy, { recursive: true });
  renameSync(copy, PACKAGES);
}

/**
 * The OpenSearch of the specs: that of TEST_OPENSEARCH_URL, else one that is started where it can be.
 *
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> } | undefined>} what the specs find it by
 */
export async function startOpenSearch() {
  const { TEST_OPENSEARCH_URL, TEST_OPENSEARCH_LIB } = process.env;
  if (TEST_OPENSEARCH_URL)
    return {
      env: { TEST_OPENSEARCH_URL, ...(TEST_OPENSEARCH_LIB && { TEST_OPENSEARCH_LIB }) },
      stop: async () => {},
    };
  if (!isHere()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'rapid-opensearch-'));
  const packages = join(folder, 'lib');
  const env = { ...process.env, OPENSEARCH_DIR: folder };
  const interrupted = () => void stop().finally(() => process.exit(1));
  const stop = async () => {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await run(SCRIPT, ['stop'], { env });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    if (existsSync(PACKAGES)) symlinkSync(PACKAGES, packages);
    const url = `http://127.0.0.1:${await freePort()}`;
    await run(SCRIPT, ['start', new URL(url).port], { env });
    keepPackages(packages);
    return { env: { TEST_OPENSEARCH_URL: url, TEST_OPENSEARCH_LIB: packages }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
