/**
 * Weighs the JavaScript and the CSS that each storefront route loads first: the entry and the page's own chunk with
 * everything they import statically, gzip. Exits 1 when a route is over the budget. Reads dist/.vite/manifest.json, or that of the
 * folder given: build first.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST_JS_KB = 152;
/** Of the pages that visitors see first. */
const FIRST_PAGES = ['home/home', 'parts/parts', 'part/part', 'reviews/reviews'];
const MOST_FIRST_JS_KB = 150;
const MOST_CSS_KB = 15;
const dist = process.argv[2]
  ? pathToFileURL(`${resolve(process.argv[2])}/`)
  : new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const sizes = new Map();
function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}

/** A chunk and everything it imports statically: the files of its scripts and styles. */
function closure(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return files;
  seen.add(key);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) closure(imported, files, seen);
  return files;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const pages = Object.keys(manifest).filter((key) => /^src\/pages\/storefront\/.*-page\.tsx$/.test(key));
if (!entry || pages.length === 0) {
  console.error('No storefront pages in the manifest: has the frontend been built?');
  process.exit(1);
}

const rows = pages.map((key) => {
  const files = closure(key, closure(entry));
  const page = key.replace(/^src\/pages\/storefront\/|-page\.tsx$/g, '');
  const kb = (end) =>
    [...files].filter((file) => file.endsWith(end)).reduce((sum, file) => sum + gzipSize(file), 0) / 1024;
  const most = FIRST_PAGES.includes(page) ? MOST_FIRST_JS_KB : MOST_JS_KB;
  const [js, css] = [kb('.js'), kb('.css')];
  return { page, js, css, isOver: js > most || css > MOST_CSS_KB };
});

for (const { page, js, css, isOver } of [...rows].sort((a, b) => b.js - a.js))
  console.log(
    `${page.padEnd(24)} ${js.toFixed(1).padStart(6)} KB JavaScript ${css.toFixed(1).padStart(5)} KB CSS${isOver ? '  OVER' : ''}`,
  );

const over = rows.filter(({ isOver }) => isOver);
console.log(
  `${rows.length} routes, ${over.length} over their limit: ${MOST_FIRST_JS_KB} KB of JavaScript for those that visitors see first, ${MOST_JS_KB} for the others, ${MOST_CSS_KB} of CSS`,
);
process.exit(over.length ? 1 : 0);
