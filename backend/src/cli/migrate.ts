import { Migrator } from '../migrations/migrator.js';
import { runTool } from './tool.js';

/** `npm run cli -- migrate`, or `node backend/dist/cli/migrate.js`: brings the database of MONGODB_URI to this version. */
await runTool(async (client) => {
  const done = await new Migrator(client.db(), console.log).run();
  console.log(done.length > 0 ? `${done.length} done:\n  ${done.join('\n  ')}` : 'Nothing to do.');
  return true;
});
