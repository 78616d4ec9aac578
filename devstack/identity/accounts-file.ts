import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** An account as the emulator keeps it; only its key matters here. */
export interface Account {
  localId: string;
  [field: string]: unknown;
}

type Line = { put: Account } | { delete: string } | { clear: true };

const COMPACT_AFTER_LINES = 5000;

/**
 * The accounts on disk: a journal of JSON lines, flushed before the caller goes on, and rewritten as one
 * line an account (new file, fsync, rename) at each start and whenever old lines outnumber accounts.
 * A last line without its end is a write that was never acknowledged, and is left out.
 */
export class AccountsFile {
  private readonly accounts = new Map<string, Account>();
  private fd = -1;
  private lines = 0;

  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.replay();
    this.compact();
  }

  /** The accounts as last written, in the order they were made. */
  all(): Account[] {
    return [...this.accounts.values()];
  }

  put(account: Account): void {
    const copy = structuredClone(account);
    this.append({ put: copy });
    this.accounts.set(copy.localId, copy);
  }

  delete(localId: string): void {
    if (!this.accounts.has(localId)) return;
    this.append({ delete: localId });
    this.accounts.delete(localId);
  }

  clear(): void {
    this.append({ clear: true });
    this.accounts.clear();
  }

  close(): void {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
  }

  private replay(): void {
    if (!existsSync(this.path)) return;
    const lines = readFileSync(this.path, 'utf8').split('\n');
    lines.pop();
    lines.forEach((text, index) => {
      let line: Line;
      try {
        line = JSON.parse(text) as Line;
      } catch {
        throw new Error(`${this.path}: line ${index + 1} is damaged; restore the file or move it away`);
      }
      if ('put' in line) this.accounts.set(line.put.localId, line.put);
      else if ('delete' in line) this.accounts.delete(line.delete);
      else this.accounts.clear();
    });
  }

  private append(line: Line): void {
    if (this.lines > COMPACT_AFTER_LINES && this.lines > this.accounts.size * 2) this.compact();
    writeSync(this.fd, `${JSON.stringify(line)}\n`);
    fdatasyncSync(this.fd);
    this.lines += 1;
  }

  private compact(): void {
    const next = `${this.path}.new`;
    const fd = openSync(next, 'w', 0o600);
    writeFileSync(
      fd,
      this.all()
        .map((put) => `${JSON.stringify({ put })}\n`)
        .join(''),
    );
    fsyncSync(fd);
    closeSync(fd);
    // Windows renames onto no open file
    this.close();
    renameSync(next, this.path);
    syncFolder(dirname(this.path));
    this.fd = openSync(this.path, 'a', 0o600);
    this.lines = this.accounts.size;
  }
}

/** Writes a folder's entries to disk. Windows cannot, and does not need to: NTFS logs its renames. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
