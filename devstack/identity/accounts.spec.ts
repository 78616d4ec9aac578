import { afterEach, beforeEach, expect, it } from 'vitest';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from './accounts.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stored = async () => {
  const accounts = openAccounts(folder);
  const all = accounts.all();
  await accounts.close();
  return all;
};

it('has after a start what was put, replaced, deleted and cleared', async () => {
  const accounts = openAccounts(folder);
  accounts.put({ localId: 'cleared' });
  accounts.clear();
  const account = { localId: 'a', email: 'a@example.com' };
  accounts.put(account);
  account.email = 'changed afterwards';
  accounts.put({ localId: 'b' });
  accounts.put({ localId: 'b', email: 'new@example.com' });
  accounts.put({ localId: 'c' });
  accounts.delete('c');
  await accounts.close();
  expect(await stored()).toEqual([
    { localId: 'a', email: 'a@example.com' },
    { localId: 'b', email: 'new@example.com' },
  ]);
});

it('takes over the journal of an earlier version, but for a last line that was cut off', async () => {
  const lines = ['{"put":{"localId":"a"}}', '{"put":{"localId":"b"}}', '{"delete":"a"}', '{"put":{"lo'];
  writeFileSync(join(folder, 'accounts.jsonl'), lines.join('\n'));
  expect(await stored()).toEqual([{ localId: 'b' }]);
  expect(existsSync(join(folder, 'accounts.jsonl'))).toBe(false);
  expect(await stored()).toEqual([{ localId: 'b' }]);
});
