import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../prepare.mjs';

/** What the Dockerfile's base image has, made of Debian's packages and Node from npm's, where no image can be pulled. */

const MODULES = '/usr/local/lib/node_modules';
/** The release and the Node of the Dockerfile's `NODE_IMAGE`. */
const RELEASE = 'bookworm';
const NODE = 22;
const ENTRYPOINT = `#!/bin/sh
set -e
[ "\${1#-}" = "$1" ] && command -v "$1" >/dev/null || set -- node "$@"
exec "$@"
`;

/** @param {string} folder for the image's files */
export async function makeBaseRoot(folder) {
  const root = join(folder, 'base');
  rmSync(root, { recursive: true, force: true });
  await run('debootstrap', ['--variant=minbase', RELEASE, root]);
  const packages = [`node-linux-${process.arch}@${NODE}`, 'npm@10'];
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', '--prefix', join(folder, 'node'), ...options, ...packages], { cwd: folder });
  const installed = join(folder, 'node/node_modules');
  mkdirSync(join(root, MODULES), { recursive: true });
  cpSync(join(installed, 'npm'), join(root, MODULES, 'npm'), { recursive: true, verbatimSymlinks: true });
  cpSync(join(installed, `node-linux-${process.arch}/bin/node`), join(root, 'usr/local/bin/node'));
  for (const tool of ['npm', 'npx'])
    symlinkSync(`${MODULES}/npm/bin/${tool}-cli.js`, join(root, 'usr/local/bin', tool));
  const entrypoint = join(root, 'usr/local/bin/docker-entrypoint.sh');
  writeFileSync(entrypoint, ENTRYPOINT);
  chmodSync(entrypoint, 0o755);
  await run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  // as the "slim" images leave them out
  const left = [
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'usr/share/info',
    'var/cache/apt',
    'var/lib/apt/lists',
  ];
  for (const path of left) rmSync(join(root, path), { recursive: true, force: true });
  mkdirSync(join(root, 'var/cache/apt/archives/partial'), { recursive: true });
  mkdirSync(join(root, 'var/lib/apt/lists/partial'), { recursive: true });
  rmSync(join(folder, 'node'), { recursive: true, force: true });
  return root;
}
