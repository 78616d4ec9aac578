import { shortDay } from '../../ui-admin/time';

const DAY_MS = 24 * 3_600_000;
/** From so many days on, the date alone says it. */
const FEW_DAYS = 7;

/** `Dec 3`; under a week also how long that is: `Dec 3, 2 days left`. In the browser's time zone. */
export function dueText(dueBy: string, now = Date.now()): string {
  const day = shortDay(new Date(dueBy));
  const left = Math.floor((Date.parse(dueBy) - now) / DAY_MS);
  if (left >= FEW_DAYS) return day;
  if (left < 0) return `${day}, too late`;
  if (left === 0) return `${day}, less than a day left`;
  return `${day}, ${left} ${left === 1 ? 'day' : 'days'} left`;
}
