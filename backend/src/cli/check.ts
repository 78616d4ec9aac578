import { findFaults } from '../reports/invariants.js';
import { runTool } from './tool.js';

/** `npm run check:data`: checks that orders, payments and stock are consistent; writes nothing. */
await runTool(async (client) => {
  const faults = await findFaults(client.db());
  for (const { of, what } of faults) console.error(`${of} ${what}`);
  console.log(faults.length === 0 ? 'Stock and payments are consistent.' : `${faults.length} faults.`);
  return faults.length === 0;
});
