/** Times, and how they are shown. */

/** The value below which so many of 100 lie, of numbers in any order. */
export function percentile(numbers, percent) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** Runs `work`. @returns its duration in milliseconds */
export async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * `clients` at once, each doing `work` again and again until `count` are done in all.
 *
 * @param {(client: number) => Promise<void>} work
 * @returns {Promise<{ perSecond: number, times: number[] }>} times in milliseconds
 */
export async function together(clients, count, work) {
  const times = [];
  let left = count;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left > 0) {
        left -= 1;
        times.push(await timed(() => work(client)));
      }
    }),
  );
  return { perSecond: count / ((performance.now() - from) / 1_000), times };
}

export const ms = (value) => `${value.toFixed(1)} ms`;
export const count = (value) => value.toLocaleString('en-US');

/** Prints rows as a table; numbers are right-aligned. */
export function printTable(head, rows) {
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n].length)));
  const line = (row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n]))).join('   ');
  console.log(`\n${line(head)}`);
  console.log(widths.map((width) => '─'.repeat(width)).join('   '));
  for (const row of rows) console.log(line(row));
}

/** Prints whether a ratio is within its limit; if it is not, the process will exit with 1. */
export function judge(what, ratio, limit) {
  const kept = ratio <= limit;
  console.log(`${kept ? 'ok    ' : 'OVER  '} ${what}: ${ratio.toFixed(2)} times, limit ${limit.toFixed(1)}`);
  if (!kept) process.exitCode = 1;
}

/** As `judge`, of a ratio that may not be less than its limit. */
export function judgeAtLeast(what, ratio, limit) {
  const kept = ratio >= limit;
  console.log(`${kept ? 'ok    ' : 'UNDER '} ${what}: ${ratio.toFixed(2)}, at least ${limit.toFixed(2)}`);
  if (!kept) process.exitCode = 1;
}
