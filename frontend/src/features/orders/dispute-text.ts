import { shortDay } from '../../ui-admin/time';

const DAY_MS = 24 * 3_600_000;
/** From so many days on, the date alone says it. */
const FEW_DAYS = 7;

/** Until when a dispute is to be responded to, in the browser's time zone: `Dec 3`; under a week also how long that is. */
export function dueOf(dueBy: string, now = Date.now()): { day: string; left?: string } {
  const day = shortDay(new Date(dueBy));
  const days = Math.floor((Date.parse(dueBy) - now) / DAY_MS);
  if (days >= FEW_DAYS) return { day };
  if (days < 0) return { day, left: 'too late' };
  if (days === 0) return { day, left: 'less than a day left' };
  return { day, left: `${days} ${days === 1 ? 'day' : 'days'} left` };
}

/** `Dec 3, 2 days left` */
export function dueText(dueBy: string, now?: number): string {
  const { day, left } = dueOf(dueBy, now);
  return [day, left].filter(Boolean).join(', ');
}
