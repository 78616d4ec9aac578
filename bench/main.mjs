import { prepare, run } from '../scripts/lib/prepare.mjs';

/**
 * `npm run bench`: every benchmark, one after another, or those named. Ends with 1 when one of them went over its limit or
 * failed; the others run all the same.
 */
const BENCHES = {
  reads: ['bench/reads.mjs'],
  lists: ['bench/lists.mjs'],
  search: ['bench/search.mjs'],
  admin: ['bench/admin.mjs'],
  orders: ['bench/orders.mjs'],
  memory: ['bench/memory.mjs'],
  store: ['--import', 'tsx', 'bench/store.ts'],
  pages: ['bench/pages.mjs'],
  lighthouse: ['bench/lighthouse.mjs'],
};

const [first] = process.argv.slice(2);
if (first && !BENCHES[first]) {
  console.error(`Usage: npm run bench [-- ${Object.keys(BENCHES).join('|')}]`);
  process.exit(1);
}
// what follows a name is for that benchmark
const [names, args] = first ? [[first], process.argv.slice(3)] : [Object.keys(BENCHES), []];
await prepare();
const failed = [];
for (const name of names) {
  console.log(`\n── ${name}`);
  await run(process.execPath, [...BENCHES[name], ...args], { show: true }).catch(() => failed.push(name));
}
console.log(
  `\n${names.length - failed.length} within their limits, ${failed.length} not${failed.length ? `: ${failed.join(', ')}` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
