/** After each failed attempt, in seconds: 5 s, 30 s, 2, 10 and 30 minutes, 1, 3 and 6 hours. The last is for all that follow. */
const PAUSES_S = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600] as const;
/** How long an event is tried before its endpoint is disabled. */
export const GIVE_UP_MS = 3 * 24 * 3_600_000;
/** A pause is longer or shorter by up to this part, so that what failed together does not come back together. */
const JITTER = 0.25;
/** A receiver that asks for more is asked again nevertheless. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

interface Failing {
  /** Failed attempts so far, this one included. */
  failures: number;
  failingSince: Date;
  now: Date;
  /** What the receiver asked for. */
  retryAfterMs?: number | undefined;
}

/** When an event that could not be delivered is tried again; undefined when it was tried for three days. */
export function nextAttemptAt(
  { failures, failingSince, now, retryAfterMs = 0 }: Failing,
  random = Math.random(),
): Date | undefined {
  const deadline = failingSince.getTime() + GIVE_UP_MS;
  if (now.getTime() >= deadline) return undefined;
  const pause = PAUSES_S[Math.min(failures, PAUSES_S.length) - 1]! * 1_000;
  const jittered = pause * (1 + (random * 2 - 1) * JITTER);
  const wait = Math.max(jittered, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
  // the last attempt is at the end of the three days
  return new Date(Math.min(now.getTime() + wait, deadline));
}

/** A `Retry-After` in milliseconds from now, sent as seconds or as a date; undefined without a valid one. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
