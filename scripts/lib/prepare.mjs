import { exec } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withLock } from './lock.mjs';

/** Installs what is missing and builds what is stale. It runs before anything is installed: packages are imported late. */

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const OLDEST_NODE = [20, 19];

export function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Runs a command to its end, those of node_modules/.bin included. Its output is shown only when it fails, or always
 * with `show`; `onOutput` gets it as it comes.
 *
 * @returns {Promise<string>} the output, without `show` and `onOutput`
 * @throws Error with that, when the command fails
 */
export async function run(command, args, { show = false, onOutput, env = process.env, cwd = ROOT } = {}) {
  const { execa } = await import('execa');
  const output = show ? 'inherit' : 'pipe';
  const running = execa(command, args, {
    cwd,
    env,
    extendEnv: false,
    preferLocal: true,
    localDir: ROOT,
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    all: true,
    buffer: !onOutput,
    reject: false,
  });
  if (onOutput) running.all.setEncoding('utf8').on('data', onOutput);
  const result = await running;
  if (result.failed) throw new Error([result.shortMessage, result.all].filter(Boolean).join('\n'));
  return result.all ?? '';
}

/** Prints what is done and how long it took. */
export async function timed(what, work) {
  const from = Date.now();
  process.stdout.write(`  ${what} … `);
  await work();
  console.log(`${((Date.now() - from) / 1000).toFixed(1)} s`);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether the packages of a lock file are those that npm recorded in node_modules/.package-lock.json, by version and
 * content hash. Optional packages may be missing: most are for other platforms.
 */
export const isSameInstall = (locked, installed) =>
  Object.entries(locked).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const found = installed[path];
    if (!found) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });

const npmCi = (root) =>
  timed('Installing packages (a minute or two, once)', () =>
    // through a shell: on Windows npm is a batch file
    promisify(exec)('npm ci --ignore-scripts --no-audit --no-fund --loglevel=error', { cwd: root }),
  );

/** Installs the packages of the lock file unless they are there. Of several commands at once one does, and the others wait. */
export async function ensureInstalled(root = ROOT, install = npmCi) {
  const isInstalled = () => {
    const record = join(root, 'node_modules/.package-lock.json');
    const { packages } = readJson(join(root, 'package-lock.json'));
    return existsSync(record) && isSameInstall(packages, readJson(record).packages);
  };
  if (isInstalled()) return;
  // not in node_modules, which npm removes first
  const lock = join(root, '.installing');
  await withLock(
    lock,
    async () => {
      if (!isInstalled()) await install(root);
    },
    () => console.log(`  Another command installs packages (${lock}): waiting for it`),
  );
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') add(join(path, name));
      }
    } else hash.update(path).update('\0').update(readFileSync(path));
  };
  for (const path of paths) add(join(ROOT, path));
  return hash.digest('hex');
}

const BUILDS = {
  backend: {
    inputs: [
      'backend/src',
      'backend/package.json',
      'backend/tsconfig.build.json',
      'nest-cli.json',
      'tsconfig.json',
      'package-lock.json',
    ],
    output: 'backend/dist/main.js',
    build: () => run('nest', ['build']),
  },
  frontend: {
    inputs: ['frontend', 'package-lock.json'],
    output: 'frontend/dist/index.html',
    build: () => run('npm', ['run', 'build', '-w', 'frontend']),
  },
};

/** Builds what has changed since its last build. */
export async function ensureBuilt(names = Object.keys(BUILDS)) {
  for (const name of names) {
    const { inputs, output, build } = BUILDS[name];
    const stamp = join(ROOT, `node_modules/.cache/rapid/${name}`);
    const hash = hashOf(inputs);
    if (existsSync(join(ROOT, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    await timed(`Building the ${name}`, build);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  }
}

/** What every command begins with: a usable Node, the packages, the builds. */
export async function prepare(builds) {
  assertNode();
  await ensureInstalled();
  await ensureBuilt(builds);
}
