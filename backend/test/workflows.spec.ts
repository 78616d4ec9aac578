import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from './commerce.js';

interface Step {
  uses?: string;
  run?: string;
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { steps: Step[]; 'timeout-minutes'?: number }>;
}
const FOLDER = resolve(ROOT, '.github/workflows');
const files = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(resolve(FOLDER, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

it.each(files)('$name pins each action by its commit, with the version next to it', ({ text }) => {
  const used = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line));
  expect(used).not.toEqual([]);
  for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it.each(files)('$name runs commands and files that exist', ({ workflow }) => {
  const runs = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run));
  const names = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name));
  for (const name of names) expect(Object.keys(scripts)).toContain(name);
  const paths = runs.flatMap(
    (run) => run.match(/\b(?:scripts|deploy|node_modules)\/[\w./-]+\.(?:mjs|js|sh|yml|Dockerfile)\b/g) ?? [],
  );
  for (const path of paths) expect([path, existsSync(resolve(ROOT, path))]).toEqual([path, true]);
});

it.each(files)('$name may only read unless a job asks for more, and ends in time', ({ workflow }) => {
  expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
});

it('a release scans the image before it pushes it, and signs and attests what it pushed', () => {
  const { steps } = files.find(({ name }) => name === 'release.yml')!.workflow.jobs['image']!;
  const order = [
    'docker build',
    'trivy-action',
    'docker push',
    'cosign sign',
    'attest-build-provenance',
    'attest-sbom',
  ];
  const found = order.map((what) =>
    steps.findIndex(({ run = '', uses = '' }) => run.includes(what) || uses.includes(what)),
  );
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((one, other) => one - other));
});

it.each(['deploy/mongodb-cluster.sh', 'deploy/shard-collections.sh'])('%s can be run', (path) => {
  expect(readFileSync(resolve(ROOT, path), 'utf8')).toMatch(/^#!\/usr\/bin\/env bash\n/);
  if (process.platform !== 'win32') expect(statSync(resolve(ROOT, path)).mode & 0o111).toBe(0o111);
});
