import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Compiles `src` to `dist`. `npm pack` and `npm publish` run it first, so that no package is made without its code. */
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const TSC = pathOf('../node_modules/typescript/bin/tsc');

if (existsSync(TSC)) {
  rmSync(pathOf('dist'), { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [TSC, '-p', pathOf('tsconfig.build.json')], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else {
  console.error(
    "The client's packages are not installed: run `npm ci` in the root of the repository, then this again.",
  );
  process.exitCode = 1;
}
