import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** How long to wait for a holder that may be about to end. */
const WAIT_MS = 3_000;
const PAUSE_MS = 100;
/** Clocks differ by this much at most: the uptime is rounded, and file systems keep coarse times. */
const CLOCK_ERROR_MS = 10_000;

interface ProcessState {
  /** One letter of the kernel; '' where it is unknown. */
  state: string;
  /** When it started, in the kernel's ticks: ids are reused, this is not. '' where it is unknown. */
  start: string;
}

/** What Linux knows of a process. Other systems have no such file: there its id alone decides. */
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
  // a zombie has ended; only its parent has not asked for its exit code
  return !/[ZX]/.test(state) && (start === '' || startedAt === '' || start === startedAt);
}

/** Whether a lock was written before this machine started, by a process that is gone whatever its id is now. */
const isFromEarlierBoot = (path: string): boolean => {
  const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - uptime() * 1_000 - CLOCK_ERROR_MS;
};

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/**
 * Locks a data folder for this process: two writers would overwrite each other's work. The lock of a process that has
 * ended is taken over; a holder that may be about to end is waited for, three seconds at most.
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
  for (const deadline = Date.now() + WAIT_MS; ;) {
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
    if (!(pid > 0 && isAlive(pid, start)) || isFromEarlierBoot(path)) {
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
