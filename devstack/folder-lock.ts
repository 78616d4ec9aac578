import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a holder is waited for that may be on its way out, in milliseconds. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

interface ProcessState {
  /** One letter of the kernel; '' where that cannot be told. */
  state: string;
  /** When it started, in the kernel's ticks: ids are used again, this is not. */
  start: string;
}

function stateOf(pid: number): ProcessState {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return { state: '', start: '' };
  }
}

function isAlive(pid: number, startedAt: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const { state, start } = stateOf(pid);
  // a zombie has ended; only its parent has not asked how
  return !/[ZX]/.test(state) && (start === '' || startedAt === '' || start === startedAt);
}

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/**
 * Takes a data folder for this process: two writers would undo each other's work. The lock of a process that is gone is
 * taken over; one that may be on its way out is waited for, three seconds at the most.
 * @returns the release
 * @throws Error that names the folder and the process that holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'LOCK');
  const own = `${process.pid} ${stateOf(process.pid).start}\n`;
  const release = () => {
    if (contentOf(path) === own) rmSync(path);
  };
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      return release;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const held = contentOf(path);
    if (held === undefined) continue;
    const [holder, start = ''] = held.trim().split(' ');
    const pid = Number(holder);
    if (!(pid > 0 && isAlive(pid, start))) {
      if (contentOf(path) === held) rmSync(path, { force: true });
    } else if (pid === process.pid || Date.now() > deadline)
      throw new Error(`The data folder ${folder} is in use by process ${pid}`);
    else pause();
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
