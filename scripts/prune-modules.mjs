import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * `node scripts/prune-modules.mjs FOLDER…`, for the image: removes from folders of modules what Node never loads. Licences stay.
 * What was removed by mistake shows in `npm run test:containers`, which runs the shop from the image.
 */

/** TypeScript is an optional peer of @nestjs/swagger, for its build plugin; sharp's WebAssembly is for systems without its library. */
const PACKAGES = ['typescript', '@img/sharp-wasm32'];
/** Declarations and sources, source maps, documentation. */
const FILES = /\.([cm]?ts|map|md|markdown)$/i;
const KEPT = /^(licen[cs]e|notice|copying)/i;
/** Folders next to a package's package.json. */
const FOLDERS = /^(tests?|docs|examples?|benchmarks?|\.github)$/;

/** @param {string} folder a folder of modules, or one inside */
export function prune(folder) {
  for (const name of PACKAGES) rmSync(join(folder, name), { recursive: true, force: true });
  clear(folder);
}

function clear(folder) {
  const isPackage = existsSync(join(folder, 'package.json'));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isPackage && FOLDERS.test(entry.name)) rmSync(path, { recursive: true });
      else clear(path);
    } else if (FILES.test(entry.name) && !KEPT.test(entry.name) && lstatSync(path).isFile()) rmSync(path);
  }
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const folder of argv.slice(2)) if (existsSync(folder)) prune(folder);
