/**
 * Makes src/api/generated.ts from the committed openapi.json: `npx rtk-query-codegen-openapi openapi-codegen.mjs`.
 * Relative paths are read from this folder. OPENAPI_FILE names another document.
 */
export default {
  schemaFile: process.env.OPENAPI_FILE ?? '../openapi.json',
  apiFile: './src/api/empty-api.ts',
  apiImport: 'emptyApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
  // Emails are path parameters: without this `a+b@c.com` or a slash would change the path.
  encodePathParams: true,
  useUnknown: true,
  prettierConfigFile: '../.prettierrc.json',
};
