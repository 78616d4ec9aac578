import { findRollupViolations } from '../reports/build-daily-reports.js';
import { findViolations } from '../reports/invariants.js';
import { runTool } from './tool.js';

/** `npm run cli -- check`: checks that orders, payments, stock and the overview's figures are consistent; writes nothing. */
await runTool(async (client) => {
  const db = client.db();
  const violations = [...(await findViolations(db)), ...(await findRollupViolations(db))];
  for (const { of, what } of violations) console.error(`${of} ${what}`);
  console.log(
    violations.length === 0 ? 'Stock and payments are consistent.' : `${violations.length} violations.`,
  );
  return violations.length === 0;
});
