import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/lib/ports.mjs';

/** The edge cache of `deploy/nginx.conf`, by the nginx that is installed. */

const CONFIG = new URL('../../deploy/nginx.conf', import.meta.url);
const READY_MS = 10_000;
/** Where Debian's nginx would write as root only. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/** Starts it before a shop. @returns its URL, and how to stop it */
export async function startEdge(shopUrl) {
  const dir = mkdtempSync(join(tmpdir(), 'rapid-edge-'));
  const port = await freePort();
  mkdirSync(join(dir, 'cache'));
  const config = readFileSync(CONFIG, 'utf8')
    .replace('127.0.0.1:3000', new URL(shopUrl).host)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('proxy_cache_path cache', `proxy_cache_path ${join(dir, 'cache')}`)
    .replace(
      'http {',
      `http {\n${TEMPORARY.map((name) => `${name}_temp_path ${join(dir, name)};`).join('\n')}`,
    );
  writeFileSync(join(dir, 'nginx.conf'), config);
  // started by root, its workers would be another user, who may not write into the folder
  const user = process.getuid() === 0 ? 'user root;' : '';
  const globals = `daemon off; error_log stderr error; pid ${join(dir, 'pid')}; ${user}`;
  const args = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', 'stderr', '-g', globals];
  const child = spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  const isUp = () =>
    fetch(`${url}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + READY_MS; !(await isUp()); await sleep(50)) {
    if (child.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error('nginx did not start');
  }
  return { url, stop };
}
