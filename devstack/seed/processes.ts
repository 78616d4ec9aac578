import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const children: ChildProcess[] = [];

/** Runs a script of the repository until the spec ends. */
export const run = (script: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

/** Runs a server. @returns its URL, once it is ready */
export const service = async (script: string, args: string[], env?: NodeJS.ProcessEnv): Promise<string> => {
  const child = run(script, args, env);
  child.stderr!.resume();
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('ready ')) return line.slice(6);
  throw new Error(`${script} ended before it was ready`);
};

/** Ends what still runs. */
export function endAll(): void {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
