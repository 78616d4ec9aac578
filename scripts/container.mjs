import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The shop's container. With no keys of the identity and payment services set it is the demo: it takes the secrets that
 * the stand-ins' container leaves in DEMO_SECRETS, and their addresses. With keys it starts on those alone.
 */
const real = Object.keys(process.env).some((name) => /^(FIREBASE|STRIPE)_/.test(name) && process.env[name]);
const file = process.env.DEMO_SECRETS;
if (!real && file) {
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries === 120) throw new Error(`The stand-ins left no ${file}.`);
    await wait(500);
  }
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')), { DEMO: '1' });
}
await import('../backend/dist/main.js');
