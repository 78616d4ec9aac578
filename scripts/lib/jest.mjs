import { isolatedEnv } from './env.mjs';
import { ROOT, run } from './prepare.mjs';
import { ensureRedis } from './programs.mjs';

/** There is no Redis server for Windows; the README says so. */
const REDIS_SPEC = 'limits-redis';

/**
 * Runs specs, with the settings of no shop: a spec starts its own services.
 *
 * @param {string[]} args of Jest. Paths come before options: an option that takes a list would swallow them.
 */
export async function runJest(args, settings = {}) {
  const env = isolatedEnv(process.env, settings);
  const options = [];
  if (process.platform === 'win32') {
    console.log(`   Not run on Windows, for want of a Redis server: ${REDIS_SPEC}.api.spec.ts`);
    options.push('--testPathIgnorePatterns', '/node_modules/', '/dist/', REDIS_SPEC);
  } else {
    // without Redis the spec that needs it fails and says so; the others still run
    const redis = await ensureRedis().catch((error) => console.error(error.message));
    if (redis) env.REDIS_SERVER = redis;
  }
  const jest = ['--experimental-vm-modules', '--no-warnings', `${ROOT}/node_modules/jest/bin/jest.js`];
  await run(process.execPath, [...jest, ...args, ...options], { show: true, env });
}
