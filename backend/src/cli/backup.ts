import { parseArgs } from 'node:util';
import { writeBackup } from './backup-write.js';
import { runTool, ToolError } from './tool.js';

/** `npm run cli -- backup --to FOLDER`: the database of MONGODB_URI at one point in time; the shop can keep serving. */
await runTool(async (client) => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new ToolError('Usage: npm run cli -- backup --to FOLDER');
  const { collections, consistency } = await writeBackup(client, to);
  const documents = collections.reduce((sum, one) => sum + one.documents, 0);
  const bytes = collections.reduce((sum, one) => sum + one.bytes, 0);
  console.log(
    `${to}: ${documents} documents of ${collections.length} collections in ${bytes} bytes (${consistency}).`,
  );
  return true;
});
