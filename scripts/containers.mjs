import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isolatedEnv } from './lib/env.mjs';
import { assertNode, ensureInstalled, ROOT } from './lib/prepare.mjs';

/**
 * `npm run containers`: builds the images and runs the demo of docker-compose.yml until it is stopped.
 * `-- --check` checks the demo and the production set-up, ends with `N passed, N failed` and removes what it started.
 * `-- --clean` removes the containers, the demo's data and, where Podman is used alone, everything that was made for it.
 */
const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, clean: { type: 'boolean', default: false } },
});

assertNode();
await ensureInstalled();
const { findEngine } = await import('./lib/containers/find-engine.mjs');
const { Podman } = await import('./lib/containers/podman.mjs');

/** Names of variables that an engine reads itself. */
const ENGINE = /^(DOCKER_|BUILDKIT_|BUILDX_|CONTAINER_|XDG_|NODE_IMAGE$)/;

const engine = await findEngine().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
const files = ['docker-compose.yml'];
if (engine instanceof Podman) files.push('scripts/containers/embedded-store.yml');
const demo = { name: 'rapid-manufacturer', files, envFile: join(ROOT, '.env'), env: process.env };

async function check() {
  const { Checks } = await import('./lib/containers/checks.mjs');
  const { checkDemo } = await import('./lib/containers/check-demo.mjs');
  const { checkProduction } = await import('./lib/containers/check-production.mjs');
  const checks = new Checks();
  const own = Object.entries(process.env).filter(([name]) => ENGINE.test(name));
  const env = isolatedEnv(process.env, Object.fromEntries(own));
  const parent = mkdtempSync(join(tmpdir(), 'rapid-containers-'));
  chmodSync(parent, 0o755);
  const folderOf = (name) => {
    mkdirSync(join(parent, name));
    return join(parent, name);
  };
  const interrupt = () => {
    console.log('\nStopping …');
    void engine.down(engine.current ?? demo, { volumes: engine.current !== undefined }).finally(() => {
      rmSync(parent, { recursive: true, force: true });
      process.exit(130);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
  const from = Date.now();
  try {
    await checkDemo(engine, checks, { folder: folderOf('demo'), env, files });
    await checkProduction(engine, checks, { folder: folderOf('production'), env });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  console.log(`\n${Math.round((Date.now() - from) / 1_000)} s`);
  console.log(`${checks.passed} passed, ${checks.failed} failed`);
  process.exitCode = checks.failed === 0 && checks.passed > 0 ? 0 : 1;
}

async function serve() {
  const { until } = await import('./lib/containers/checks.mjs');
  let stopping;
  const stop = () => {
    console.log('\nStopping …');
    return (stopping ??= engine.down(demo).then(() => process.exit()));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  await engine.down(demo);
  await engine.up(demo);
  const [shop] = await engine.containers(demo, 'shop');
  await until(
    'the shop is ready',
    async () => {
      const command = (await engine.inspect(shop)).Config.Healthcheck.Test.slice(1);
      return (await engine.try('exec', shop, ...command)).code === 0;
    },
    300_000,
  );
  const { PORT = '3000' } = { ...(await settings()), ...process.env };
  console.log(`\n  Shop  http://localhost:${PORT}\n\n  Ctrl-C stops it; its data is kept.`);
  setInterval(() => {}, 60_000);
}

async function settings() {
  const { readFileSync } = await import('node:fs');
  const { parseEnv } = await import('./lib/containers/compose-file.mjs');
  return existsSync(demo.envFile) ? parseEnv(readFileSync(demo.envFile, 'utf8')) : {};
}

if (options.clean) {
  await engine.down(demo, { volumes: true });
  await engine.clean();
} else await (options.check ? check() : serve());
