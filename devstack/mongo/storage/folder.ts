import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FORMAT = 'rapid-manufacturer document store, format 1\n';
const FORMAT_FILE = 'FORMAT';
const LOCK_FILE = 'LOCK';
const DATA_FILE = 'store.mdb';

/** When a process started, in the kernel's ticks; tells a process from a later one with the same id. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Takes the folder for this process. The lock of a process that is gone is taken over. */
const takeLock = (folder: string): (() => void) => {
  const path = join(folder, LOCK_FILE);
  const own = `${process.pid} ${startOf(process.pid)}\n`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      return () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === own) rmSync(path);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
    }
    const [holder = '', start = ''] = readFileSync(path, 'utf8').trim().split(' ');
    const pid = Number(holder);
    const same = pid > 0 && alive(pid) && (start === '' || startOf(pid) === '' || startOf(pid) === start);
    if (same) throw new Error(`The data folder ${folder} is in use by process ${pid}`);
    rmSync(path, { force: true });
  }
};

/**
 * Checks that the folder is empty or this store's own, marks it, and locks it. Returns the release.
 * A folder with anything else in it is refused, never overwritten.
 */
export const lockFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true });
  const format = join(folder, FORMAT_FILE);
  const files = readdirSync(folder).filter((file) => file !== LOCK_FILE);
  if (files.length > 0 && !existsSync(format)) {
    throw new Error(
      `The data folder ${folder} was not made by this store (it holds ${files.slice(0, 3).join(', ')}); choose an empty folder`,
    );
  }
  if (existsSync(format)) {
    const found = readFileSync(format, 'utf8');
    if (found !== FORMAT) {
      throw new Error(
        `The data folder ${folder} has a format that this store cannot read: ${found.trim() || 'empty'}`,
      );
    }
    if (files.length > 1 && !existsSync(join(folder, DATA_FILE))) {
      throw new Error(`The data folder ${folder} is damaged: ${DATA_FILE} is missing`);
    }
  }
  const unlock = takeLock(folder);
  if (!existsSync(format)) writeFileSync(format, FORMAT, { flush: true });
  return unlock;
};
