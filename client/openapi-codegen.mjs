import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Writes `src/generated.ts` from the committed openapi.json: the types of all calls, and which POSTs take an `Idempotency-Key`. */
const source = new URL('../openapi.json', import.meta.url);
const document = JSON.parse(await readFile(source, 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
/** What a reference to a shared parameter or header means. */
const resolve = (it) =>
  it.$ref
    ? it.$ref
        .split('/')
        .slice(1)
        .reduce((node, key) => node[key], document)
    : it;
for (const { operation } of operations) {
  const { parameters = [], responses } = operation;
  if (parameters.length > 0) operation.parameters = parameters.map(resolve);
  for (const [status, { headers = {} }] of Object.entries(responses)) {
    // errors are thrown, all as the same class
    if (status >= '300') delete responses[status];
    for (const [name, header] of Object.entries(headers)) headers[name] = resolve(header);
  }
}
// what operations share is part of each one's types
for (const kind of ['parameters', 'responses', 'headers', 'requestBodies']) delete document.components[kind];
// the schemas of events say all of them
delete document.webhooks;

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
