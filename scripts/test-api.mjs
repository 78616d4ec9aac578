import { prepare } from './lib/prepare.mjs';
import { runSpecs } from './lib/vitest.mjs';

/** `npm run test:api [-- FILES]`: the backend's specs, or those named; on a real MongoDB with TEST_MONGODB_URI. */
// `pages-built` renders the built frontend
await prepare();
await runSpecs([...process.argv.slice(2), '--project', 'backend']).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
