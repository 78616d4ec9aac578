/**
 * Weighs the JavaScript that each storefront route loads first: the entry and the page's own chunk with everything
 * they import statically, gzip. Exits 1 when a route is over the budget. Reads dist/.vite/manifest.json, or that of the
 * folder given: build first.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 170;
const dist = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const sizes = new Map();
function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}

/** A chunk's file and those of everything it imports statically. */
function closure(key, files = new Set()) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) closure(imported, files);
  return files;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const pages = Object.keys(manifest).filter((key) => /^src\/storefront\/.*-page\.tsx$/.test(key));
if (!entry || pages.length === 0) {
  console.error('No storefront pages in the manifest: has the frontend been built?');
  process.exit(1);
}

const headScripts = [
  ...readFileSync(new URL('index.html', dist), 'utf8').matchAll(/src="\/(assets\/theme-[^"]+)"/g),
];
const rows = pages.map((page) => {
  const files = closure(page, closure(entry));
  for (const [, script] of headScripts) files.add(script);
  const js = [...files].filter((file) => file.endsWith('.js'));
  const kb = js.reduce((sum, file) => sum + gzipSize(file), 0) / 1024;
  return { page: page.replace(/^src\/storefront\/|-page\.tsx$/g, ''), kb, files: js };
});

for (const { page, kb } of [...rows].sort((a, b) => b.kb - a.kb))
  console.log(`${page.padEnd(24)} ${kb.toFixed(1).padStart(6)} KB ${kb > BUDGET_KB ? ' OVER' : ''}`);

const foreign = rows.filter(({ files }) =>
  files.some((file) => /\/(antd|charts|firebase|stripe)-/.test(file)),
);
for (const { page } of foreign)
  console.error(`${page} loads antd, charts, Firebase or Stripe at first sight`);
const over = rows.filter(({ kb }) => kb > BUDGET_KB);
console.log(`${rows.length} routes, ${over.length} over ${BUDGET_KB} KB of gzipped JavaScript`);
process.exit(over.length || foreign.length ? 1 : 0);
