const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Dollars with two decimals: `$1,234.50`. */
export const money = (amount: number): string => dollars.format(amount);

/** Units with thousands separators: `12,000`. */
export const count = (units: number): string => whole.format(units);

/** `Nov 21, 2025` from an ISO date. */
export const date = (iso: string): string => day.format(new Date(iso));

/** `Nov 21, 2025, 9:42 AM` from an ISO date. */
export const dateTime = (iso: string): string => moment.format(new Date(iso));
