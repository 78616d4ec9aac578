import { describe, expect, it } from 'vitest';
import type { BasketLineDto, BasketProblemDto } from '../../api/generated-account';
import { fixAll } from './fixes';

const product = { price: 52.5 } as BasketLineDto['product'];
const checked = (productId: string, ...problems: Partial<BasketProblemDto>[]) =>
  ({
    productId,
    orderQuantity: 9,
    name: '',
    img: '',
    product,
    price: 0,
    total: 0,
    problems,
  }) as BasketLineDto;
const line = { productId: 'a', orderQuantity: 9, price: 49.9 };

describe('putting the problems of a basket right', () => {
  it.each<[string, Partial<BasketProblemDto>[], object[]]>([
    ['none', [], [line]],
    // the part's base price is what is kept, whatever it costs at this quantity
    ['another price', [{ fix: 'accept-price', was: 49.9, is: 47 }], [{ ...line, price: 52.5 }]],
    ['a quantity', [{ fix: 'set-quantity', orderQuantity: 8 }], [{ ...line, orderQuantity: 8 }]],
    [
      'both',
      [
        { fix: 'accept-price', is: 52.5 },
        { fix: 'set-quantity', orderQuantity: 8 },
      ],
      [{ ...line, price: 52.5, orderQuantity: 8 }],
    ],
    ['a part that is not sold', [{ fix: 'remove' }], []],
    ['one that costs more and is not sold', [{ fix: 'accept-price' }, { fix: 'remove' }], []],
  ])('%s', (_name, problems, fixed) => {
    expect(fixAll([line], { lines: [checked('a', ...problems)] })).toEqual(fixed);
  });

  it('leaves lines as they are that were not checked', () => {
    expect(fixAll([line], { lines: [checked('b', { fix: 'remove' })] })).toEqual([line]);
  });
});
