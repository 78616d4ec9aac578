import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';

/** An account as the emulator keeps it; only its key matters here. */
export interface Account {
  localId: string;
  [field: string]: unknown;
}

export type Accounts = ReturnType<typeof openAccounts>;

/** The accounts on disk. A change is there, whole, when its call returns. */
export function openAccounts(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // without overlappingSync a write is flushed before it returns
  const stored = open<Account, string>({ path: join(folder, 'accounts.mdb'), overlappingSync: false });
  const accounts = {
    all: (): Account[] => [...stored.getRange()].map(({ value }) => value),
    put: (account: Account): void => stored.putSync(account.localId, account),
    delete: (localId: string): void => void stored.removeSync(localId),
    clear: (): void => stored.clearSync(),
    close: (): Promise<void> => stored.close(),
  };
  const journal = join(folder, 'accounts.jsonl');
  if (existsSync(journal)) {
    stored.transactionSync(() => {
      for (const account of readJournal(journal)) accounts.put(account);
    });
    rmSync(journal);
  }
  return accounts;
}

/** What an earlier version wrote: a change a line, the last of which may be cut off. */
function readJournal(path: string): Iterable<Account> {
  const accounts = new Map<string, Account>();
  for (const text of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const { put, delete: deleted, clear } = JSON.parse(text) as Record<string, unknown>;
    if (put) accounts.set((put as Account).localId, put as Account);
    else if (deleted) accounts.delete(deleted as string);
    else if (clear) accounts.clear();
  }
  return accounts.values();
}
