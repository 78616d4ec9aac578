import { describe, expect, it } from 'vitest';
import { Double, Int32, Long } from './support.fixture.js';
import { type Doc, REAL_URI, useStore } from './use-store.fixture.js';

const INVENTORY = [
  { _id: 1, item: { name: 'ab', code: '123' }, qty: 15, tags: ['A', 'B', 'C'] },
  { _id: 2, item: { name: 'cd', code: '123' }, qty: 20, tags: ['B'] },
  { _id: 3, item: { name: 'ij', code: '456' }, qty: 25, tags: ['A', 'B'] },
  { _id: 4, item: { name: 'xy', code: '456' }, qty: 30, tags: ['B', 'A'] },
  { _id: 5, item: { name: 'mn', code: '000' }, qty: 20, tags: [['A', 'B'], 'C'] },
];
const PRODUCTS = [
  { _id: 100, sku: 'abc123', description: 'Single line description.' },
  { _id: 101, sku: 'abc789', description: 'First line\nSecond line' },
  { _id: 102, sku: 'xyz456', description: 'Many spaces before     line' },
  { _id: 103, sku: 'xyz789', description: 'Multiple\nline description' },
];
const DIMENSIONS = [
  { _id: 1, tags: ['blank', 'red'], dim: [14, 21] },
  { _id: 2, tags: ['red', 'blank'], dim: [14, 21] },
  { _id: 3, tags: ['red', 'blank', 'plain'], dim: [14, 21] },
  { _id: 4, tags: ['blank', 'red'], dim: [22.85, 30] },
  { _id: 5, tags: ['blue'], dim: [10, 15.25] },
];
const inStock = (_id: number, ...parts: [warehouse: string, qty: number][]) => ({
  _id,
  instock: parts.map(([warehouse, qty]) => ({ warehouse, qty })),
});
const STOCK = [
  inStock(1, ['A', 5], ['C', 15]),
  inStock(2, ['C', 5]),
  inStock(3, ['A', 60], ['B', 15]),
  inStock(4, ['A', 40], ['B', 5]),
  inStock(5, ['B', 15], ['C', 35]),
];
const clothes = (_id: number, ...sorts: [size: string, num: number, color: string][]) => ({
  _id,
  qty: sorts.map(([size, num, color]) => ({ size, num, color })),
});
const CLOTHES = [
  clothes(1, ['S', 10, 'blue'], ['M', 45, 'blue'], ['L', 100, 'green']),
  clothes(2, ['6', 100, 'green'], ['6', 50, 'blue'], ['8', 100, 'brown']),
  clothes(3, ['S', 10, 'blue'], ['M', 100, 'blue'], ['L', 100, 'green']),
];
const PRICES = [
  { _id: 1, price: 1.99, sale: true },
  { _id: 2, price: 1.99 },
  { _id: 3, price: 5, sale: false },
  { _id: 4 },
];
const ZIPS = [
  { _id: 1, zip: '2030339' },
  { _id: 2, zip: new Double(156) },
  { _id: 3, zip: Long.fromNumber(3921412) },
  { _id: 4, zip: new Int32(88776) },
  { _id: 5, zip: ['834847278', '1893289032'] },
  { _id: 6, zip: null },
  { _id: 7 },
];
const TEXTS = ['a\n', 'a\nb', 'a\v'].map((t, i) => ({ _id: i + 1, t }));
const SIZES = [
  { _id: 1, size: { h: 14, w: 21, uom: 'cm' } },
  { _id: 2, size: { h: 8.5, w: 11, uom: 'in' } },
];
const NESTED = [
  { _id: 1, a: [5] },
  { _id: 2, a: [[5]] },
  { _id: 3, a: { 0: [5] } },
  { _id: 4, a: [[{ b: 5 }]] },
];

/** What MongoDB's manual says, by the name of the page, with its examples; on a real MongoDB too (TEST_MONGODB_URI). */
describe('filters as MongoDB documents them', () => {
  const { things } = useStore(REAL_URI);

  it.each<[page: string, docs: Doc[], filter: Doc, ids: number[]]>([
    ['$eq', INVENTORY, { qty: { $eq: 20 } }, [2, 5]],
    ['$eq', INVENTORY, { 'item.name': { $eq: 'ab' } }, [1]],
    ['$eq', INVENTORY, { tags: { $eq: 'B' } }, [1, 2, 3, 4]],
    ['$eq', INVENTORY, { tags: { $eq: ['A', 'B'] } }, [3, 5]],
    ['$gt', INVENTORY, { qty: { $gt: 20 } }, [3, 4]],
    ['$gte', INVENTORY, { qty: { $gte: 20 } }, [2, 3, 4, 5]],
    ['$lt', INVENTORY, { qty: { $lt: 20 } }, [1]],
    ['$lte', INVENTORY, { qty: { $lte: 20 } }, [1, 2, 5]],
    ['$ne', PRICES, { price: { $ne: 1.99 } }, [3, 4]],
    ['$in', INVENTORY, { qty: { $in: [15, 30] } }, [1, 4]],
    ['$in', PRODUCTS, { sku: { $in: [/^abc/, 'xyz456'] } }, [100, 101, 102]],
    ['$nin', PRICES, { price: { $nin: [5, 15] } }, [1, 2, 4]],
    ['$and', PRICES, { $and: [{ price: { $ne: 5 } }, { price: { $exists: true } }] }, [1, 2]],
    ['$or', INVENTORY, { $or: [{ qty: { $lt: 20 } }, { 'item.code': '000' }] }, [1, 5]],
    ['$nor', PRICES, { $nor: [{ price: 1.99 }, { sale: true }] }, [3, 4]],
    ['$not', PRICES, { price: { $not: { $gt: 1.99 } } }, [1, 2, 4]],
    ['$not', PRODUCTS, { sku: { $not: /^abc/ } }, [102, 103]],
    ['$exists', PRICES, { sale: { $exists: true } }, [1, 3]],
    ['$exists', PRICES, { sale: { $exists: false } }, [2, 4]],
    ['$type', ZIPS, { zip: { $type: 'string' } }, [1, 5]],
    ['$type', ZIPS, { zip: { $type: 1 } }, [2]],
    ['$type', ZIPS, { zip: { $type: 'number' } }, [2, 3, 4]],
    ['$type', ZIPS, { zip: { $type: ['string', 'int'] } }, [1, 4, 5]],
    ['$type', ZIPS, { zip: { $type: 'array' } }, [5]],
    ['Query for Null or Missing Fields', ZIPS, { zip: null }, [6, 7]],
    ['Query for Null or Missing Fields', ZIPS, { zip: { $ne: null } }, [1, 2, 3, 4, 5]],
    ['Query for Null or Missing Fields', ZIPS, { zip: { $type: 10 } }, [6]],
    ['Query for Null or Missing Fields', ZIPS, { zip: { $exists: false } }, [7]],
    ['$mod', [0, 5, 12].map((n, i) => ({ _id: i + 1, n })), { n: { $mod: [4, 0] } }, [1, 3]],
    ['$regex', PRODUCTS, { sku: { $regex: /789$/ } }, [101, 103]],
    ['$regex', PRODUCTS, { sku: { $regex: /^ABC/i } }, [100, 101]],
    ['$regex', PRODUCTS, { description: { $regex: '^S', $options: 'm' } }, [100, 101]],
    ['$regex', PRODUCTS, { description: { $regex: '^S' } }, [100]],
    ['$regex', PRODUCTS, { description: { $regex: 'm.*line', $options: 'si' } }, [102, 103]],
    ['$regex', PRODUCTS, { description: { $regex: 'm.*line', $options: 'i' } }, [102]],
    ['$regex', PRODUCTS, { sku: { $regex: 'abc #category code\n123 #item number', $options: 'x' } }, [100]],
    ['$regex (PCRE2)', TEXTS, { t: /^a$/ }, [1]],
    ['$regex (PCRE2)', TEXTS, { t: /^a\s/ }, [1, 2, 3]],
    ['$size', DIMENSIONS, { tags: { $size: 3 } }, [3]],
    ['$all', DIMENSIONS, { tags: { $all: ['red', 'blank'] } }, [1, 2, 3, 4]],
    [
      '$all',
      CLOTHES,
      {
        qty: {
          $all: [
            { $elemMatch: { size: 'M', num: { $gt: 50 } } },
            { $elemMatch: { num: 100, color: 'green' } },
          ],
        },
      },
      [3],
    ],
    [
      '$elemMatch',
      [
        { _id: 1, r: [82, 85, 88] },
        { _id: 2, r: [75, 88, 89] },
      ],
      { r: { $elemMatch: { $gte: 80, $lt: 85 } } },
      [1],
    ],
    ['$elemMatch', CLOTHES, { qty: { $elemMatch: { size: 'M', num: { $gte: 50 } } } }, [3]],
    ['Query an Array', DIMENSIONS, { tags: ['red', 'blank'] }, [2]],
    ['Query an Array', DIMENSIONS, { dim: { $gt: 25 } }, [4]],
    ['Query an Array', DIMENSIONS, { dim: { $gt: 15, $lt: 20 } }, [1, 2, 3, 5]],
    ['Query an Array', DIMENSIONS, { dim: { $elemMatch: { $gt: 22, $lt: 30 } } }, [4]],
    ['Query an Array', DIMENSIONS, { 'dim.1': { $gt: 25 } }, [4]],
    // An element that is an array is one value, and is not taken apart.
    ['Query an Array', NESTED, { 'a.0': 5 }, [1, 3]],
    ['Query an Array', NESTED, { 'a.0': [5] }, [2, 3]],
    ['Query an Array', NESTED, { 'a.0': { $in: [5] } }, [1, 3]],
    ['Query an Array', NESTED, { 'a.0': { $size: 1 } }, [2, 3, 4]],
    ['Query an Array', NESTED, { 'a.0': { $elemMatch: { $gt: 4 } } }, [2, 3]],
    ['Query an Array', NESTED, { 'a.0.0': 5 }, [2, 3]],
    ['Query an Array', NESTED, { 'a.0.b': 5 }, []],
    ['Query an Array', NESTED, { 'a.0.0.b': 5 }, [4]],
    ['Query an Array of Embedded Documents', STOCK, { instock: { warehouse: 'A', qty: 5 } }, [1]],
    ['Query an Array of Embedded Documents', STOCK, { instock: { qty: 5, warehouse: 'A' } }, []],
    ['Query an Array of Embedded Documents', STOCK, { 'instock.qty': { $lte: 20 } }, [1, 2, 3, 4, 5]],
    ['Query an Array of Embedded Documents', STOCK, { 'instock.0.qty': { $lte: 20 } }, [1, 2, 5]],
    [
      'Query an Array of Embedded Documents',
      STOCK,
      { instock: { $elemMatch: { qty: 5, warehouse: 'A' } } },
      [1],
    ],
    ['Query an Array of Embedded Documents', STOCK, { 'instock.qty': 5, 'instock.warehouse': 'A' }, [1, 4]],
    ['Query on Embedded/Nested Documents', SIZES, { size: { h: 14, w: 21, uom: 'cm' } }, [1]],
    ['Query on Embedded/Nested Documents', SIZES, { size: { w: 21, h: 14, uom: 'cm' } }, []],
    ['Query on Embedded/Nested Documents', SIZES, { 'size.h': { $lt: 15 }, 'size.uom': 'in' }, [2]],
    ['$comment', PRICES, { price: { $gt: 2 }, $comment: 'expensive ones' }, [3]],
  ])('%s: %#', async (...row) => {
    const [page, docs, filter, ids] = row;
    await things().insertMany(docs);
    for (const path of ['', ...Object.keys(filter).filter((key) => !key.startsWith('$'))]) {
      if (path) await things().createIndex({ [path]: 1 });
      const found = await things().find(filter).sort({ _id: 1 }).toArray();
      expect({ page, filter, path, ids: found.map(({ _id }) => _id as number) }).toEqual({
        page,
        filter,
        path,
        ids,
      });
      expect(await things().countDocuments(filter)).toBe(ids.length);
    }
  });
});
