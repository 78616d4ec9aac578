const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** `Nov 21, 2025, 10:42 AM` in the browser's time zone. Never on the server, which does not know that zone. */
export const localTime = (iso: string): string => local.format(new Date(iso));

const thisYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' });

/** `Nov 21, 10:42 AM`, or `11/21/25, 10:42 AM` of another year: short enough for a column. */
const shortTime = (date: Date): string =>
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
      {short ? shortTime(date) : (day ? localDay : local).format(date)}
    </time>
  );
}
