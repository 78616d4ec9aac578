// Dollars not by Intl, which public pages do without: its first use takes a slow phone a tenth of a second, before anything responds.
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');

/** An amount in its currency, dollars unless told otherwise: `$1,234.50`, `€20.00`. */
export function money(amount: number, currency = 'USD'): string {
  if (currency.toUpperCase() !== 'USD')
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}$${grouped(whole)}.${cents}`;
}

/** Units with thousands separators: `12,000`. */
export const count = (units: number): string => grouped(String(units));

/** `Nov 21, 2025` from an ISO date. In UTC: a page rendered on the server reads the same in every browser. */
export function date(iso: string): string {
  const [, day, month, year] = new Date(iso).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}
