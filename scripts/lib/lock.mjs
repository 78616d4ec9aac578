import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/** Creates a file that must not be there yet. Whether this call did. */
function create(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** The process that a lock names; undefined when there is no lock. */
function ownerOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    // 0 of a lock that is being written is this process' own group
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the lock of a process that was killed: of those who see that one does, and only while it is still that lock. */
function removeDead(path) {
  const owner = ownerOf(path);
  if (owner === undefined || isAlive(owner)) return;
  const claim = `${path}.${owner}`;
  if (!create(claim)) return;
  try {
    if (ownerOf(path) === owner) rmSync(path);
  } finally {
    rmSync(claim, { force: true });
  }
}

/**
 * Runs work while no other process of this machine does so under the same lock, a file.
 *
 * @param {() => void} [onWait] called once, when another process has it
 */
export async function withLock(path, work, onWait = () => undefined) {
  for (let hasWaited = false; !create(path); hasWaited = true) {
    if (!hasWaited) onWait();
    removeDead(path);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
