import { availableParallelism } from 'node:os';

/** They read the query plans of the embedded store. `backend/test/global-setup.js` says that they are left out. */
const PLAN_SPECS = process.env.TEST_MONGODB_URI ? ['/(list|people|order)-plans\\.api\\.spec\\.ts$'] : [];

const project = (name, extra = {}) => ({
  displayName: name,
  rootDir: name,
  testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...PLAN_SPECS],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true, tsx: name === 'frontend' },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  testEnvironment: 'node',
  ...extra,
});

export default {
  projects: [
    project('backend', {
      globalSetup: '<rootDir>/test/global-setup.js',
      globalTeardown: '<rootDir>/test/global-teardown.js',
      moduleNameMapper: {
        '^(\\.{1,2}/.*)\\.js$': '$1',
        '^content-disposition$': '<rootDir>/test/content-disposition.cjs',
        '^cookie$': '<rootDir>/test/cookie.cjs',
      },
    }),
    project('devstack'),
    project('frontend'),
    project('client'),
    // the commands themselves, in processes of their own; plain JavaScript
    { displayName: 'scripts', rootDir: 'scripts', testMatch: ['<rootDir>/**/*.spec.mjs'], transform: {} },
  ],
  // against hangs; a promise about time is asserted where it is made
  testTimeout: 120_000,
  // specs mostly wait for the processes that they start
  maxWorkers: availableParallelism() + 1,
};
