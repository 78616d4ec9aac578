import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The shop's container. Without keys of the identity and payment services it runs the demo, with the secrets and addresses
 * that the local services' container writes to DEMO_SECRETS. With keys it uses the real services only.
 */
const real = Object.keys(process.env).some((name) => /^(FIREBASE|STRIPE)_/.test(name) && process.env[name]);
const file = process.env.DEMO_SECRETS;
if (!real && file) {
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries === 120) throw new Error(`The local services did not write ${file} within a minute.`);
    await wait(500);
  }
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')), { DEMO: '1' });
}
await import('../backend/dist/main.js');
