import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiCompare } from 'api-smart-diff';
import { ROOT } from './lib/prepare.mjs';

/**
 * Fails on a breaking change of the API since the last release's tag that docs/api-changes.md does not announce: its first
 * section has to name it in this check's words, as code. Before the first release it compares with the merge base with main.
 */

/** The schema or operation that a change belongs to, and where in that it is. */
function locate(document, path) {
  if (path[0] === 'components') return [path[2], path.slice(3)];
  const [, url, method = ''] = path;
  let found = [`${method.toUpperCase()} ${url}`.trim(), path.slice(3)];
  path.reduce((node, key, index) => {
    const next = node?.[key];
    const [kind, name] = (next?.$ref ?? next?.allOf?.[0]?.$ref)?.split('/').slice(-2) ?? [];
    if (!name) return next;
    // a parameter or a response belongs to its operation
    if (kind === 'schemas') found = [name, path.slice(index + 1)];
    return document.components[kind][name];
  }, document);
  return found;
}

/** The schemas that requests are made of. */
function schemasOfRequests({ paths, components }) {
  const found = new Set();
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    const [kind, name] = typeof node.$ref === 'string' ? node.$ref.split('/').slice(-2) : [];
    if (name === undefined) return Object.values(node).forEach(visit);
    if (found.has(name)) return;
    if (kind === 'schemas') found.add(name);
    visit(components[kind][name]);
  };
  const operations = Object.values(paths).flatMap((path) => [path, ...Object.values(path)]);
  for (const { parameters, requestBody } of operations) visit([parameters, requestBody]);
  return found;
}

/**
 * Nothing between documents of different versions of OpenAPI, which say the same in other words.
 *
 * @returns {string[]} each as `operation or schema: what is added, removed or replaced`, in order
 */
export function breakingChanges(before, after) {
  if (before.openapi !== after.openapi) return [];
  const breaking = apiCompare(before, after).diffs.filter(({ type }) => type === 'breaking');
  const requests = schemasOfRequests(after);
  const texts = breaking.flatMap((change) => {
    const { action, path } = change;
    const [subject, rest] = locate(action === 'add' ? after : before, path);
    const isList = /^(enum|required)$/.test(rest.at(-2));
    // a response that always has one more property breaks nothing
    const isProperty = /^(properties|required)$/.test(rest.at(-2));
    if (action === 'add' && isProperty && path[0] === 'components' && !requests.has(subject)) return [];
    const value = change.before ?? change.after;
    const where = isList ? [...rest.slice(0, -1), value] : rest;
    const is = action === 'replace' ? ` by ${JSON.stringify(change.after)}` : '';
    return `${subject}: ${action} ${where.join('.')}${is}`.trim();
  });
  return [...new Set(texts)];
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 }).trim();
  } catch {
    return '';
  }
};

/** The commit to compare with; empty in a clone without tags and history. */
const baseline = () =>
  git('describe', '--tags', '--abbrev=0', '--match', 'v*') ||
  git('merge-base', 'HEAD', 'origin/main') ||
  git('merge-base', 'HEAD', 'main');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const base = baseline();
  const released = base && git('show', `${base}:openapi.json`);
  if (!released) console.log('This clone has no document of an earlier version to compare with.');
  const [, section = ''] = read('docs/api-changes.md').split(/^## /m);
  const text = section.replaceAll(/\s*\n\s*/g, ' ');
  const current = read('openapi.json').trim();
  const found =
    released && released !== current ? breakingChanges(...[released, current].map(JSON.parse)) : [];
  for (const change of found.filter((it) => !text.includes(`\`${it}\``))) {
    console.error(`Breaking, and not announced in docs/api-changes.md: \`${change}\``);
    process.exitCode = 1;
  }
}
