/** A text for a header or a sentence: one line without control characters, of a length that is still read. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 150);

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `26 November 2026`, in UTC. */
export const dateText = (date: Date): string => DATE.format(date);
export const timeText = (date: Date): string => `${TIME.format(date)} UTC`;

export const unitsText = (units: number): string => `${units} ${units === 1 ? 'unit' : 'units'}`;
