import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Writes `src/generated.ts` from the committed openapi.json: the types of all calls, and which POSTs take an `Idempotency-Key`. */
const source = new URL('../openapi.json', import.meta.url);
const document = JSON.parse(await readFile(source, 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
// errors are thrown, all as the same class
for (const { responses } of operations.map(({ operation }) => operation)) {
  for (const status of Object.keys(responses)) if (status >= '300') delete responses[status];
}

const BLOB = ts.factory.createTypeReferenceNode('Blob');
const types = await openapiTS(document, {
  // a field with a default may be left out of a body
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
const idempotent = operations
  .filter(({ method, operation: { parameters = [] } }) => {
    return method === 'post' && parameters.some(({ name }) => name === 'Idempotency-Key');
  })
  .map(({ path }) => path);

await writeFile(
  new URL('src/generated.ts', import.meta.url),
  [
    '/** Generated from openapi.json by `npm run openapi`; never edited by hand. */',
    astToString(types),
    '/** The POSTs that take an `Idempotency-Key`: repeated with the same one they change nothing twice. */',
    'export const IDEMPOTENT_POSTS: ReadonlySet<string> = new Set([',
    ...idempotent.map((path) => `  '${path}',`),
    ']);',
    '',
  ].join('\n'),
);
