import { describe, expect, it } from 'vitest';
import { readShared, sharedPath } from './shared-link';

const ID = '665f1c2ab8d4e1a2b3c4d5e7';

describe('a basket as a link', () => {
  it('names parts by SKU, and by id where they have none', () => {
    const product = { sku: 'NB/480.1' } as never;
    const path = sharedPath([
      { productId: ID, orderQuantity: 8, product },
      { productId: ID, orderQuantity: 4 },
    ]);
    expect(path).toBe(`/basket?part=NB/480.1:8,${ID}:4`);
    expect(readShared(new URL(path, 'http://shop.test').searchParams.get('part') ?? '')).toEqual({
      parts: [
        { sku: 'NB/480.1', orderQuantity: 8 },
        { productId: ID, orderQuantity: 4 },
      ],
      unread: [],
      leftOut: 0,
    });
  });

  it('is read whatever the case, with what is named twice added up and one unit where none are said', () => {
    expect(readShared(` nb-1:3, NB-1:4 ,,x,${ID.toUpperCase()}:2`).parts).toEqual([
      { sku: 'NB-1', orderQuantity: 7 },
      { sku: 'X', orderQuantity: 1 },
      { productId: ID, orderQuantity: 2 },
    ]);
  });

  it('says what of it is no part', () => {
    const { parts, unread } = readShared('A:0,B:-1,C:1.5,D:x,E:1:2,$x:1,F G:1,H:99999999999,:3');
    expect([parts, unread.length]).toEqual([[], 9]);
  });

  it('has at most 200 parts', () => {
    const { parts, leftOut } = readShared(Array.from({ length: 203 }, (_, n) => `P${n}:1`).join(','));
    expect([parts.length, leftOut]).toEqual([200, 3]);
  });
});
