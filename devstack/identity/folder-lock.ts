import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When a process started, in the kernel's ticks; '' where that cannot be told. Ids are used again, this is not. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Takes a data folder for this process: two writers would undo each other's work. The lock of a process
 * that is gone is taken over.
 * @returns the release
 * @throws Error that names the folder and the process that holds it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'LOCK');
  const own = `${process.pid} ${startOf(process.pid)}\n`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(path, own, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
    }
    const [holder, start = ''] = readFileSync(path, 'utf8').trim().split(' ');
    const pid = Number(holder);
    if (pid > 0 && isAlive(pid) && startOf(pid) === start) {
      throw new Error(`The data folder ${folder} is in use by process ${pid}`);
    }
    rmSync(path, { force: true });
  }
}
