const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
// One time zone for everybody: a page rendered on the server reads the same in every browser.
const timeZone = 'UTC';
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Dollars with two decimals: `$1,234.50`. */
export const money = (amount: number): string => dollars.format(amount);

/** Units with thousands separators: `12,000`. */
export const count = (units: number): string => whole.format(units);

/** `Nov 21, 2025` from an ISO date, in UTC. */
export const date = (iso: string): string => day.format(new Date(iso));

/** `Nov 21, 2025, 9:42 AM UTC` from an ISO date. */
export const dateTime = (iso: string): string => `${moment.format(new Date(iso))} UTC`;
