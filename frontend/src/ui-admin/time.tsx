const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** `Nov 21, 2025, 10:42 AM` in the browser's time zone. Never on the server, which does not know that zone. */
export const localTime = (iso: string): string => local.format(new Date(iso));

/** `Nov 21, 2025`, likewise. */
export const localDayText = (iso: string): string => localDay.format(new Date(iso));

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const thisYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const otherYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });

/** `Nov 21`, or `11/21/25` of another year: short enough for a column. */
export const shortDay = (date: Date): string =>
  (date.getFullYear() === new Date().getFullYear() ? thisYear : otherYear).format(date);

interface TimeProps {
  at: string;
  /** The day alone. */
  day?: boolean;
  /** As short as a column needs it. */
  short?: boolean;
}

/** A moment in the browser's time zone, with UTC in its tooltip. */
export function Time({ at, day, short }: TimeProps) {
  const date = new Date(at);
  return (
    <time className="num" dateTime={at} title={`${utc.format(date)} UTC`}>
      {short ? shortDay(date) : (day ? localDay : local).format(date)}
      {short && <span className="time__clock">, {clock.format(date)}</span>}
    </time>
  );
}
