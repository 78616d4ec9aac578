import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './lib/prepare.mjs';

// A program of bash, for Linux and macOS.
const onPosix = process.platform === 'win32' ? describe.skip : describe;

/** The calls that have a verb. */
const of = (calls, verb) => calls.filter((call) => call.startsWith(`${verb} `));

onPosix('deploy/mongodb-cluster.sh', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rapid-cluster-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs it with a program that takes Docker's place. @returns what it printed, and each call of Docker */
  function run(command, containers = '') {
    const calls = join(folder, 'calls');
    const docker = join(folder, 'docker');
    writeFileSync(docker, `#!/bin/sh\necho "$*" >> '${calls}'\n[ "$1" != ps ] || printf '${containers}'\n`, {
      mode: 0o755,
    });
    const output = execFileSync('bash', [join(ROOT, 'deploy/mongodb-cluster.sh'), command], {
      env: { PATH: process.env.PATH, DOCKER: docker, MONGODB_PORT: '27117' },
      encoding: 'utf8',
    });
    return { output, calls: readFileSync(calls, 'utf8').trim().split('\n') };
  }

  it.each([
    ['replica-set', 'mongodb://127.0.0.1:27117/?replicaSet=rs0\n', 1],
    ['sharded', 'mongodb://127.0.0.1:27117/\n', 4],
  ])('%s has one port inside and out', (command, uri, servers) => {
    const { output, calls } = run(command);
    expect(output).toBe(uri);
    expect(of(calls, 'run').length).toBe(servers);
    for (const call of of(calls, 'run')) expect(call).toContain(' --port 27117');
    expect(of(calls, 'run').at(-1)).toContain('--publish 127.0.0.1:27117:27117');
    for (const call of of(calls, 'exec')) expect(call).toContain(' --port 27117');
    expect(calls.join('\n')).not.toContain('27017');
  });

  it.each([
    ['', []],
    ['a1\\nb2\\n', ['rm --force --volumes a1', 'rm --force --volumes b2']],
  ])('stop removes what there is: %j', (containers, removed) => {
    expect(of(run('stop', containers).calls, 'rm')).toEqual(removed);
  });
});
