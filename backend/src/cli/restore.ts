import { parseArgs } from 'node:util';
import { restoreBackup } from './backup-read.js';
import { runTool, ToolError } from './tool.js';

/** `npm run cli -- restore --from FOLDER [--replace DATABASE]`: restores a backup into the database of MONGODB_URI, empty or named. */
await runTool(async (client) => {
  const { from, replace } = parseArgs({
    options: { from: { type: 'string' }, replace: { type: 'string' } },
  }).values;
  if (!from) throw new ToolError('Usage: npm run cli -- restore --from FOLDER [--replace DATABASE]');
  const { violations } = await restoreBackup(client, { from, replace, log: console.log });
  for (const { of, what } of violations) console.error(`${of} ${what}`);
  console.log(
    violations.length === 0
      ? 'Restored; stock and payments are consistent.'
      : 'Restored, with the violations above.',
  );
  return violations.length === 0;
});
