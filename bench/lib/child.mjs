import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script of this folder in a process of its own. `ask` sends it a message and waits for the one that it sends back. It
 * ends when `stop` is called or this process ends.
 */
export function start(name) {
  const child = fork(new URL(name, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise((_, reject) =>
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`))),
  );
  ended.catch(() => undefined); // reported to whoever asks
  const ask = async (message) => {
    child.send(message);
    const [reply] = await Promise.race([once(child, 'message'), ended]);
    return reply;
  };
  return { ask, stop: () => child.connected && child.disconnect() };
}
