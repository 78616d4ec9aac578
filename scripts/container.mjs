import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The shop's container. DEMO_SECRETS, which only docker-compose.yml sets, makes it the demo: the secrets and addresses that
 * the local services' container writes to that file replace those of the environment. Without it the real services are used.
 */
const file = process.env.DEMO_SECRETS;
if (file) {
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries === 120) throw new Error(`The local services did not write ${file} within a minute.`);
    await wait(500);
  }
  Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')), { DEMO: '1' });
}
await import('../backend/dist/main.js');
