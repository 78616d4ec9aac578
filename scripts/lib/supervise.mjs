import { join, resolve } from 'node:path';
import { ROOT } from './prepare.mjs';
import { assertPort } from './ports.mjs';

/**
 * Runs a command that serves until it is stopped: checks where it is to listen, starts it, and ends with 0 on a signal and
 * with 1 on a failure, after `stop` of everything that was started.
 *
 * @param {string} command as a person types it
 * @param {(run: Run) => Promise<void>} start
 *
 * @typedef {object} Run
 * @property {number} port
 * @property {string} host
 * @property {string} dataDir
 * @property {AbortSignal} signal aborted when it stops
 * @property {(close: () => unknown) => void} onStop what to do then; the last added is done first
 * @property {(code: number) => Promise<void>} stop
 */
export async function supervise(command, start) {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || '127.0.0.1';
  const dataDir = resolve(process.env.DATA_DIR || join(ROOT, '.data'));
  const aborted = new AbortController();
  const closes = [];
  let starting;
  const stop = async (code) => {
    if (aborted.signal.aborted) return;
    if (code === 0) console.log('\nStopping …');
    aborted.abort();
    await starting?.catch(() => {});
    for (const close of closes.toReversed()) await close();
    process.exit(code);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => void stop(0));
  // an npm that is ended by a signal leaves its script running
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && void stop(0), 1_000).unref();
  const run = { port, host, dataDir, signal: aborted.signal, stop, onStop: (close) => closes.push(close) };
  starting = assertPort(port, host, command).then(() => start(run));
  try {
    await starting;
  } catch (error) {
    if (aborted.signal.aborted) return;
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}
