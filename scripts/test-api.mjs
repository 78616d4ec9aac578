import { runJest } from './lib/jest.mjs';
import { prepare } from './lib/prepare.mjs';

/** `npm run test:api [-- FILES]`: the backend's specs, or those named; on a real MongoDB with TEST_MONGODB_URI. */
// `pages-built` renders the built frontend
await prepare();
await runJest([...process.argv.slice(2), '--selectProjects', 'backend']).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
