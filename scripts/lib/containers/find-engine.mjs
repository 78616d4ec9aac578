import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findInPath, installDebian, isDebianRoot } from '../programs.mjs';
import { Compose, Engine } from './engine.mjs';
import { PACKAGES, Podman } from './podman.mjs';

/** Any image of the Dockerfile's: whether it can be had decides which engine is used. */
const IMAGE = 'node:22-bookworm-slim';

const HELP = `Images cannot be pulled, or there is no engine with Compose. Needed is one of
  - Docker with Compose, and a registry that has ${IMAGE}
  - Podman with Compose, and the same
  - Debian, as root: the images are then made of Debian's packages`;

async function canPull(program) {
  const engine = new Engine();
  engine.program = program;
  const works = async (...args) => (await engine.try(...args)).code === 0;
  if (!findInPath([program]) || !(await works('compose', 'version')) || !(await works('info'))) return false;
  return (await works('image', 'inspect', IMAGE)) || (await works('pull', '--quiet', IMAGE));
}

/** Where Podman keeps what it makes for this project, when it is used alone. */
const podmanFolder = () => resolve(process.env.CONTAINERS_DIR || '/var/tmp/rapid-containers');

/** Docker or Podman with Compose where images can be pulled, else Podman alone. @throws Error that says what is needed */
export async function findEngine() {
  for (const program of ['docker', 'podman']) if (await canPull(program)) return new Compose(program);
  if (!isDebianRoot()) throw new Error(HELP);
  const missing = PACKAGES.filter((name) => !existsSync(`/usr/share/doc/${name}`));
  if (missing.length > 0) await installDebian(...missing);
  console.log('  No image can be pulled: Podman runs images that are made of Debian’s packages');
  const engine = new Podman(podmanFolder());
  await engine.prepare();
  return engine;
}
