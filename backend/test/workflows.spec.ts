import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './commerce.js';

const FOLDER = resolve(ROOT, '.github/workflows');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');
const commandsOf = (workspace: string): string[] => {
  const { scripts } = JSON.parse(read(`${workspace}/package.json`)) as { scripts: Record<string, string> };
  return Object.keys(scripts);
};

it.each(readdirSync(FOLDER))('%s runs commands and files that exist', (name) => {
  const text = read(`.github/workflows/${name}`);
  for (const [, command, workspace = '.'] of text.matchAll(/npm run ([\w:]+)(?: -w (\w+))?/g))
    expect(commandsOf(workspace)).toContain(command);
  for (const [path] of text.matchAll(/\b(?:scripts|deploy|node_modules)\/[\w./-]+\.(?:mjs|js|sh|yml)\b/g))
    expect([path, existsSync(resolve(ROOT, path))]).toEqual([path, true]);
});
