import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** Load from a process of its own: wrk where it is installed, otherwise autocannon. */

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
export const GENERATOR = hasWrk ? 'wrk' : 'autocannon';

/** @returns what a program prints @throws Error when it fails */
function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}

async function byWrk(url, connections, seconds) {
  const text = await output('wrk', ['-t1', '--timeout', '10s', `-c${connections}`, `-d${seconds}s`, url]);
  const failed = /Non-2xx.*|Socket errors.*/.exec(text);
  if (failed) throw new Error(`${url}: ${failed[0]}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]);
}

async function byAutocannon(url, connections, seconds) {
  const script = createRequire(import.meta.url).resolve('autocannon');
  const args = [script, '-j', '-c', connections, '-d', seconds, url].map(String);
  const { requests, errors, non2xx } = JSON.parse(await output(process.execPath, args));
  if (errors > 0 || non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} other than 2xx`);
  return requests.total / seconds;
}

/** Requests a second of one URL, by so many connections at once. @throws Error when any response is not a 2xx */
export const load = (url, { connections, seconds }) =>
  (hasWrk ? byWrk : byAutocannon)(url, connections, seconds);
