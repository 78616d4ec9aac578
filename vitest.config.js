import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { partsAvailable } from './bench/parts/convert.mjs';
import { leftOut } from './scripts/lib/opensearch-setup.mjs';

/** They read the query plans of the embedded store. `backend/test/global-setup.js` says that they are left out. */
const PLAN_SPECS = process.env.TEST_MONGODB_URI ? ['test/{list,people,order}-plans.api.spec.ts'] : [];

/** They read the real parts, which are not in the repository. `scripts/lib/parts-setup.mjs` says that they are left out. */
const PARTS_SPECS = partsAvailable()
  ? []
  : ['**/real-parts.{api.spec.ts,spec.mjs}', '**/search-real.api.spec.ts'];

/** They run on a real OpenSearch. `scripts/lib/opensearch-setup.mjs` says that they are left out. */
const OPENSEARCH_SPECS = leftOut(process.env).map((name) => `test/${name}.api.spec.ts`);

const project = (name, test = {}) => ({
  extends: true,
  root: fileURLToPath(new URL(name, import.meta.url)),
  test: { name, include: ['**/*.spec.{ts,tsx}'], exclude: ['**/node_modules/**', '**/dist/**'], ...test },
});

export default defineConfig({
  test: {
    projects: [
      project('backend', {
        exclude: ['**/node_modules/**', '**/dist/**', ...PLAN_SPECS, ...PARTS_SPECS, ...OPENSEARCH_SPECS],
        globalSetup: [
          'test/global-setup.js',
          '../scripts/lib/parts-setup.mjs',
          '../scripts/lib/opensearch-setup.mjs',
        ],
      }),
      project('devstack'),
      project('frontend'),
      project('client'),
      // the commands themselves, in processes of their own
      project('scripts', {
        include: ['**/*.spec.mjs'],
        exclude: ['**/node_modules/**', '**/dist/**', ...PARTS_SPECS],
      }),
    ],
    pool: 'forks',
    // the specs of a worker share the modules that they import: loading Nest takes as long as most API specs do
    isolate: false,
    // specs mostly wait for the processes that they start
    maxWorkers: availableParallelism() + 1,
    // against hangs; a promise about time is asserted where it is made
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // a line for each file; a case is named only when it is slow enough to be looked at
    slowTestThreshold: 20_000,
  },
});
