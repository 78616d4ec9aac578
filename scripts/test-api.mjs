import { prepare } from './lib/prepare.mjs';
import { startOpenSearch } from './lib/opensearch.mjs';
import { runSpecs } from './lib/vitest.mjs';

/**
 * `npm run test:api [-- FILES]`: the backend's specs, or those named; on a real MongoDB with TEST_MONGODB_URI, and on
 * OpenSearch with TEST_OPENSEARCH_URL.
 */
// `pages-built` renders the built frontend
await prepare();
const openSearch = process.env.TEST_OPENSEARCH_URL ? await startOpenSearch() : undefined;
await runSpecs([...process.argv.slice(2), '--project', 'backend'], { openSearch }).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
