import { setTimeout as wait } from 'node:timers/promises';

/** Less than what `main.ts` gives the whole process to end. */
const LONGEST_MS = 3_000;

/** Waits until some work has ended, but no longer than shutting down may take. */
export async function endOf(work: readonly Promise<unknown>[]): Promise<void> {
  const timeout = new AbortController();
  const late = wait(LONGEST_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(work), late]);
  timeout.abort();
}
