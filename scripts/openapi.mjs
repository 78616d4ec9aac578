import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, ROOT, run } from './lib/prepare.mjs';

/**
 * `npm run openapi`: generates openapi.json from the code, and the frontend's client and the published client's types from that.
 * With `--check` it fails when one is stale, and leaves all as they are.
 */
const check = process.argv.includes('--check');
const files = [
  'openapi.json',
  'frontend/src/api/generated.ts',
  'frontend/src/api/generated-account.ts',
  'frontend/src/api/generated-admin.ts',
  'client/src/generated.ts',
];
const read = () => files.map((file) => readFileSync(join(ROOT, file), 'utf8'));

await prepare(['backend']);
const before = read();
const folder = mkdtempSync(join(tmpdir(), 'rapid-openapi-'));
try {
  const fresh = join(folder, 'openapi.json');
  await run(process.execPath, ['backend/dist/cli/openapi.js', fresh]);
  writeFileSync(join(ROOT, 'openapi.json'), readFileSync(fresh));
  await run('rtk-query-codegen-openapi', ['openapi-codegen.mjs'], { cwd: join(ROOT, 'frontend') });
  await run(process.execPath, ['client/openapi-codegen.mjs']);
  const stale = files.filter((_, index) => read()[index] !== before[index]);
  if (check) {
    files.forEach((file, index) => writeFileSync(join(ROOT, file), before[index]));
    if (stale.length > 0) {
      console.error(`Stale: ${stale.join(', ')}. Run npm run openapi and commit the result.`);
      process.exitCode = 1;
    }
  } else console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Nothing was stale.');
} finally {
  rmSync(folder, { recursive: true });
}
