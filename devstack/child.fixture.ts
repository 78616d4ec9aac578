import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A local service as the supervisor runs it: a child process with an IPC channel. */
export interface Child {
  url: string;
  process: ChildProcess;
  /** Everything printed so far. */
  output: () => string;
  /** @returns its exit code; null when a signal ended it */
  kill: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `<main> <args>` under tsx and resolves when it says that it is ready. */
export async function startChild(
  main: URL,
  args: string[],
  env: Record<string, string> = {},
): Promise<Child> {
  const path = fileURLToPath(main);
  const child = fork(path, args, {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready));
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    // Windows has no SIGTERM: there a process stops when its parent disconnects
    if (signal === 'SIGTERM' && process.platform === 'win32') child.disconnect();
    else child.kill(signal);
    return (await exited)[0];
  };
  return { url, process: child, output: () => output, kill };
}
