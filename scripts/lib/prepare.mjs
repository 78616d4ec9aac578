import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs what is missing and builds what is stale. Plain JavaScript on Node alone: it runs before anything is installed. */

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const OLDEST_NODE = [20, 19];

export function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command to its end; shows its output only when it fails, or always with `show`. */
export function run(command, args, { show = false, env = process.env, cwd = ROOT } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0
        ? done(output)
        : fail(new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`)),
    );
  });
}

const bin = (name) => join(ROOT, 'node_modules/.bin', name);

async function timed(what, work) {
  const from = Date.now();
  process.stdout.write(`  ${what} … `);
  await work();
  console.log(`${((Date.now() - from) / 1000).toFixed(1)} s`);
}

export async function ensureInstalled() {
  const lock = join(ROOT, 'package-lock.json');
  const installed = join(ROOT, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  await timed('Installing packages (a minute or two, once)', () =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']),
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
    build: () => run(bin('nest'), ['build']),
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

/** Programs that the checks need and npm does not have, as Debian has them. */
const PROGRAMS = {
  chromium: {
    title: 'Chromium',
    setting: 'CHROME_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  'redis-server': { title: 'Redis', setting: 'REDIS_SERVER', names: ['redis-server'] },
};

/** Finds a program, or installs Debian's. Answers its path. */
async function ensureProgram(name) {
  const found = findProgram(name);
  if (found) return found;
  const { title, setting } = PROGRAMS[name];
  if (process.getuid?.() !== 0) {
    throw new Error(`${title} is needed: install the package ${name}, or name one in ${setting}.`);
  }
  await timed(`Installing Debian's ${title} (once)`, async () => {
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], {
      // only the program is wanted: no service of it is to be started
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  });
  const installed = findProgram(name);
  if (!installed) throw new Error(`${title} was installed but is not found.`);
  return installed;
}

function findProgram(program) {
  const { setting, names } = PROGRAMS[program];
  const folders = (process.env.PATH ?? '').split(':');
  return [process.env[setting], ...names.flatMap((name) => folders.map((folder) => join(folder, name)))].find(
    (path) => path && existsSync(path),
  );
}

/** For the browser journeys, Lighthouse and the pictures. */
export const ensureChromium = () => ensureProgram('chromium');

/** For the specs of limits that are counted in Redis. */
export const ensureRedis = () => ensureProgram('redis-server');
