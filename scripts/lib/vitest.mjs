import { isolatedEnv } from './env.mjs';
import { run } from './prepare.mjs';
import { ensureCaddy, ensureRedis } from './programs.mjs';

/** There is no Redis server for Windows, and the replicas' addresses on loopback are Linux's; CONTRIBUTING.md says so. */
const NEEDS = [
  {
    spec: 'limits-redis',
    what: 'a Redis server',
    name: 'REDIS_SERVER',
    ensure: ensureRedis,
    isHere: process.platform !== 'win32',
  },
  {
    spec: 'reverse-proxy',
    what: 'Caddy',
    name: 'CADDY',
    ensure: ensureCaddy,
    isHere: process.platform === 'linux',
  },
];

/**
 * Runs specs, with the settings of no shop: a spec starts its own services.
 *
 * @param {string[]} args of Vitest
 * @param {{ settings?: object, onOutput?: (text: string) => void, openSearch?: { env: object } }} [options] without `onOutput`
 *   the output is shown; without `openSearch` no spec uses one
 */
export async function runSpecs(args, { settings = {}, onOutput, openSearch } = {}) {
  const env = isolatedEnv(process.env, { NO_COLOR: '1', ...settings });
  const say = onOutput ?? ((text) => process.stdout.write(text));
  const left = [];
  for (const { spec, what, name, ensure, isHere } of NEEDS) {
    if (!isHere) {
      say(`   Not run on this system, for want of ${what}: ${spec}\n`);
      left.push('--exclude', `**/${spec}.*`);
      continue;
    }
    // without its program the spec that needs it fails and says so; the others still run
    const program = await ensure().catch((error) => say(`   ${error.message}\n`));
    if (program) env[name] = program;
  }
  for (const name of ['TEST_OPENSEARCH_URL', 'TEST_OPENSEARCH_LIB']) delete env[name];
  Object.assign(env, openSearch?.env);
  await run('vitest', ['run', ...args, ...left], { show: !onOutput, onOutput, env });
}
