import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountsFile } from './accounts-file.js';

let directory: string;
let path: string;
const ids = (file: AccountsFile): string[] => file.all().map(({ localId }) => localId);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'accounts-'));
  path = join(directory, 'accounts.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('AccountsFile', () => {
  it('reads back what was put, replaced, deleted and cleared', () => {
    const file = new AccountsFile(path);
    file.put({ localId: 'wiped' });
    file.clear();
    file.put({ localId: 'a', email: 'a@example.com' });
    file.put({ localId: 'b' });
    file.put({ localId: 'a', email: 'new@example.com' });
    file.delete('b');
    const again = new AccountsFile(path);
    expect(again.all()).toEqual([{ localId: 'a', email: 'new@example.com' }]);
    again.close();
    file.close();
  });

  it('leaves out a last line that was cut off, and goes on behind the lines before it', () => {
    const file = new AccountsFile(path);
    file.put({ localId: 'a' });
    file.close();
    appendFileSync(path, '{"put":{"localId":"torn"');
    const again = new AccountsFile(path);
    again.put({ localId: 'c' });
    again.close();
    const last = new AccountsFile(path);
    expect(ids(last)).toEqual(['a', 'c']);
    last.close();
  });

  it('refuses a file damaged in the middle rather than forgetting accounts', () => {
    const broken = '{"put":{"localId":"a"}}\nnot json\n{"put":{"localId":"b"}}\n';
    writeFileSync(path, broken);
    expect(() => new AccountsFile(path)).toThrow(/line 2 is damaged/);
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  it('is one line an account after a start', () => {
    const file = new AccountsFile(path);
    for (let i = 0; i < 20; i += 1) file.put({ localId: 'a', lastLoginAt: String(i) });
    file.close();
    new AccountsFile(path).close();
    expect(readFileSync(path, 'utf8')).toBe('{"put":{"localId":"a","lastLoginAt":"19"}}\n');
  });

  it('keeps no reference to the caller’s object', () => {
    const file = new AccountsFile(path);
    const account = { localId: 'a', email: 'a@example.com' };
    file.put(account);
    account.email = 'changed@example.com';
    expect(file.all()[0]?.email).toBe('a@example.com');
    file.close();
  });
});
