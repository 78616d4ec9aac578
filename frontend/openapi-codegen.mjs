/** What the shop's public pages call. Everything else is a file of its own, which they do not load. */
const PUBLIC = [
  'listItems',
  'searchItems',
  'countItems',
  'listKinds',
  'listNewProducts',
  'getItem',
  'listReviews',
  'searchReviews',
  'subscribe',
  'getConfig',
  'checkAdmin',
];

/**
 * Makes the files below from the committed openapi.json: `npx rtk-query-codegen-openapi openapi-codegen.mjs`.
 * Relative paths are read from this folder. OPENAPI_FILE names another document.
 */
export default {
  schemaFile: process.env.OPENAPI_FILE ?? '../openapi.json',
  apiFile: './src/api/empty-api.ts',
  apiImport: 'emptyApi',
  outputFiles: {
    './src/api/generated.ts': { filterEndpoints: PUBLIC, exportName: 'generatedApi' },
    './src/api/generated-account.ts': {
      filterEndpoints: (name) => !PUBLIC.includes(name),
      exportName: 'generatedAccountApi',
    },
  },
  hooks: { queries: true, lazyQueries: true, mutations: true },
  // Emails are path parameters: without this `a+b@c.com` or a slash would change the path.
  encodePathParams: true,
  useUnknown: true,
  prettierConfigFile: '../.prettierrc.json',
};
