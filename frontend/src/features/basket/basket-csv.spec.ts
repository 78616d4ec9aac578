import { describe, expect, it } from 'vitest';
import type { BasketLineDto } from '../../api/generated-account';
import { basketCsv } from './basket-csv';

const line = (name: string, more: object = {}): BasketLineDto => ({
  productId: 'a',
  orderQuantity: 10,
  name,
  img: '',
  price: 49.9,
  total: 499,
  problems: [],
  product: { sku: 'NB-480' } as never,
  ...more,
});
const rows = (...lines: BasketLineDto[]) => basketCsv(lines).slice(1).split('\r\n').slice(1, -1);

describe('a basket as CSV', () => {
  it('has a row of headers and one a line, with prices of two decimals', () => {
    expect(basketCsv([line('Northbeam 480 SSD')])).toBe(
      '\ufeffSKU,Part,Quantity,Unit price (USD),Total (USD)\r\nNB-480,Northbeam 480 SSD,10,49.90,499.00\r\n',
    );
  });

  it('has no price of what is not sold', () => {
    expect(rows(line('Gone', { product: undefined, price: 0, total: 0 }))).toEqual([',Gone,10,,']);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ["'=x", "''=x"],
    ['a;=1', `"a;'=1"`],
    ['a,"b"', '"a,""b"""'],
  ])('keeps %s from being a formula, or another cell', (name, written) => {
    expect(rows(line(name))).toEqual([`NB-480,${written},10,49.90,499.00`]);
  });
});
