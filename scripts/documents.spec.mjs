import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './lib/prepare.mjs';

/** What the documents name exists: pages, headings, files, commands. Their lines can be read without a wide window. */

const WIDTH = 100;
const NOT_OURS = ['.git', '.data', '.cache', 'coverage', 'dist', 'node_modules', 'test-results'];

/** Every file below a folder, by its path with slashes. */
const filesOf = (folder = '') =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (NOT_OURS.includes(entry.name)) return [];
    return entry.isDirectory() ? filesOf(path) : [path];
  });

const files = filesOf();
const documents = files.filter((path) => path.endsWith('.md'));
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const folders = new Set(
  files.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
);
const names = new Set(files.map((path) => posix.basename(path)));
const { scripts } = JSON.parse(read('package.json'));

const isFence = (line) => /^\s*```/.test(line);

/** The lines of a document that are prose: no code, no tables. */
function proseOf(text) {
  let isCode = false;
  return text.split('\n').filter((line) => {
    if (isFence(line)) isCode = !isCode;
    return !isCode && !isFence(line) && !/^\s*\|/.test(line);
  });
}

/** Whether a line cannot be broken: a code span is one word. */
const isOneWord = (line) => !/\S\s+\S/.test(line.replaceAll(/`[^`]*`/g, 'code'));

/** What a heading's link ends with, as GitHub makes it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (path) =>
  proseOf(read(path)).flatMap((line) => {
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    return heading ? [anchorOf(heading)] : [];
  });

const linksOf = (text) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link));

/** Paths in code spans that begin with a folder of this repository. */
const TOP = [...new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))];
const pathsOf = (text) =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
    .map(([, path]) => path.replace(/\/$/, ''))
    .filter((path) => TOP.includes(path.split('/')[0]) && !/(^|\/)dist(\/|$)/.test(path));

describe.each(documents)('%s', (path) => {
  const text = read(path);

  it(`has no line of prose above ${WIDTH} characters that could be broken`, () => {
    expect(proseOf(text).filter((line) => line.length > WIDTH && !isOneWord(line))).toEqual([]);
  });

  it('links to what exists', () => {
    const missing = linksOf(text).filter((link) => {
      const [file, anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (!files.includes(target) && !folders.has(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  it('names files, specs and commands that exist', () => {
    const specs = [...text.matchAll(/`([\w.-]+\.spec\.(?:ts|tsx|mjs))`/g)].map(([, name]) => name);
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect({
      paths: pathsOf(text).filter((name) => !files.includes(name) && !folders.has(name)),
      specs: specs.filter((name) => !names.has(name)),
      commands: commands.filter((name) => !Object.hasOwn(scripts, name)),
    }).toEqual({ paths: [], specs: [], commands: [] });
  });
});

it('docs has no image that no document shows', () => {
  const shown = documents.flatMap((path) =>
    linksOf(read(path)).map((link) => posix.join(posix.dirname(path), link.split('#')[0])),
  );
  const images = files.filter((path) => /^docs\/.*\.(png|jpg|svg|webp)$/.test(path));
  expect(images.filter((path) => !shown.includes(path))).toEqual([]);
});
