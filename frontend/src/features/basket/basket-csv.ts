import type { BasketLineDto } from '../../api/generated-account';

/** Where a spreadsheet would take text for a formula: the server's rule for exports, `backend/src/lists/csv.ts`. */
const FORMULA =
  /^(?='*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The lines as CSV (RFC 4180, with the byte order mark that Excel needs). */
export function basketCsv(lines: readonly BasketLineDto[]): string {
  const rows = [
    ['SKU', 'Part', 'Quantity', 'Unit price (USD)', 'Total (USD)'],
    ...lines.map(({ product, name, orderQuantity, price, total }) => [
      product?.sku ?? '',
      name,
      orderQuantity,
      product ? price.toFixed(2) : '',
      product ? total.toFixed(2) : '',
    ]),
  ];
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
