const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `Nov 21, 2025, 9:42 AM UTC` from an ISO date. */
export const dateTime = (iso: string): string => `${moment.format(new Date(iso))} UTC`;
