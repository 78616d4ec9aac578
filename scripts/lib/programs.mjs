import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { run, timed } from './prepare.mjs';

/** Programs that the checks need and that are no npm packages: a Chromium, a Redis server, Caddy, and what the API guide uses. */

/** Debian's packages are used where they can be installed: they bring the libraries that the program needs. */
export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const APT_LOCK = join(tmpdir(), 'rapid-manufacturer-apt.lock');

/** Installs packages. Stages that run side by side wait for one another: apt-get fails while another one runs. */
export const installDebian = (...names) =>
  withLock(APT_LOCK, () =>
    timed(`Installing Debian's ${names.join(', ')} (once)`, async () => {
      await run('apt-get', ['update']);
      await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
        // no service of the package is to be started
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      });
    }),
  );

/** Where Chrome is on systems that do not put programs into the PATH. */
const CHROME_PLACES = {
  darwin: () =>
    ['/Applications', join(process.env.HOME ?? '', 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ]),
  win32: () =>
    ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA']
      .flatMap((name) => process.env[name] ?? [])
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
};
/** Chromium without the browser around its pages: journeys take two thirds of the time. Debian has it, Ubuntu has not. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const hasHeadlessShell = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
const CHROME_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns the first of the programs that a folder of PATH has */
export function findInPath(names, { PATH = '', Path = PATH } = process.env) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return Path.split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find((path) => existsSync(path));
}

/** The program that a setting names. @throws Error when it is not there */
function findNamed(setting) {
  const path = process.env[setting];
  if (path && !existsSync(path)) throw new Error(`${setting} names ${path}, which does not exist.`);
  return path;
}

const findChrome = () =>
  findInPath([HEADLESS_SHELL, ...CHROME_NAMES]) ||
  CHROME_PLACES[process.platform]?.().find((path) => existsSync(path));

/**
 * The path of a Chromium for the browser journeys, Lighthouse and the screenshots: CHROME_PATH, Debian's where
 * this process may install packages, an installed one, else the one that Playwright downloads into the user's cache.
 */
export async function ensureChromium() {
  const wanted = findNamed('CHROME_PATH') || findInPath([HEADLESS_SHELL]);
  if (wanted) return wanted;
  if (isDebianRoot() && (hasHeadlessShell() || !findChrome()))
    await installDebian(hasHeadlessShell() ? HEADLESS_SHELL : 'chromium').catch((error) => {
      if (!findChrome()) throw error;
    });
  const found = findChrome();
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  try {
    await timed("Downloading Playwright's Chromium (once)", () =>
      run('playwright', ['install', '--no-shell', 'chromium']),
    );
  } catch (cause) {
    throw new Error(
      `No Chromium was found, and none could be downloaded. Install Chrome or Chromium, or name its program in CHROME_PATH.\n${cause.message}`,
      { cause },
    );
  }
  return path;
}

const findRedis = () => findNamed('REDIS_SERVER') || findInPath(['redis-server']);

const REDIS_HELP = {
  darwin: 'brew install redis',
  linux: 'apt-get install redis-server, or your distribution’s package',
};

/**
 * The path of a Redis server for the specs of rate limits: REDIS_SERVER, an installed one, or Debian's where this process
 * may install packages.
 */
export async function ensureRedis() {
  let found = findRedis();
  if (!found && isDebianRoot()) {
    await installDebian('redis-server');
    found = findRedis();
  }
  if (found) return found;
  const help = REDIS_HELP[process.platform];
  throw new Error(
    `A Redis server is needed${help ? ` (${help})` : ''}: put redis-server into the PATH, or name it in REDIS_SERVER.`,
  );
}

const findCaddy = () => findNamed('CADDY') || findInPath(['caddy']);

/** The path of Caddy for the specs of the reverse proxy: CADDY, an installed one, or Debian's where this process may install it. */
export async function ensureCaddy() {
  let found = findCaddy();
  if (!found && isDebianRoot()) {
    await installDebian('caddy');
    found = findCaddy();
  }
  if (found) return found;
  throw new Error('Caddy is needed (apt-get install caddy): put caddy into the PATH, or name it in CADDY.');
}

/**
 * Sees that programs are in the PATH that Debian has under their own names; installs them where this process may.
 *
 * @throws Error with the name of one that is missing
 */
export async function ensurePrograms(...names) {
  for (const name of names) {
    if (!findInPath([name]) && isDebianRoot()) await installDebian(name);
    if (!findInPath([name]))
      throw new Error(`The program ${name} is needed: install it, or put it into the PATH.`);
  }
}
