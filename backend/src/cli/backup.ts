import { parseArgs } from 'node:util';
import { writeBackup } from './backup-write.js';
import { runTool, ToolError } from './tool.js';

/**
 * `npm run cli -- backup --to FOLDER`: the database of MONGODB_URI at one point in time; the shop can keep serving. With `--shop-is-stopped`
 * it does not, and any server will do.
 */
await runTool(async (client) => {
  const options = { to: { type: 'string' }, 'shop-is-stopped': { type: 'boolean' } } as const;
  const { to, 'shop-is-stopped': isStopped } = parseArgs({ options }).values;
  if (!to) throw new ToolError('Usage: npm run cli -- backup --to FOLDER [--shop-is-stopped]');
  const { collections, consistency } = await writeBackup(client, to, isStopped);
  const documents = collections.reduce((sum, one) => sum + one.documents, 0);
  const bytes = collections.reduce((sum, one) => sum + one.bytes, 0);
  console.log(
    `${to}: ${documents} documents of ${collections.length} collections in ${bytes} bytes (${consistency}).`,
  );
  return true;
});
