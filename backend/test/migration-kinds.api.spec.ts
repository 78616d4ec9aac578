import { expect, it } from 'vitest';
import { addKinds } from '../src/migrations/0014-kinds.js';
import { Migrator } from '../src/migrations/migrator.js';
import { SHOP_KINDS } from '../src/kinds/shop-kinds.js';
import { emptyDatabase } from './tools.js';

it('brings the kinds of the shop, and gives each product one for its text, however often it is run', async () => {
  const store = await emptyDatabase();
  try {
    const products = store.db.collection('products');
    const texts = ['ssd', 'gpu', 'Power Supply', 'Sound card / USB', 'sound-card-usb', '???', 'x'.repeat(60)];
    const part = (kind: string | undefined, more = {}) => ({
      name: `Part ${kind}`,
      ...(kind !== undefined && { kind }),
      description: 'A part.',
      tokens: ['part'],
      removedAt: null,
      ...more,
    });
    await products.insertMany([
      ...texts.map((kind) => part(kind)),
      part(undefined),
      ...Array.from({ length: 1_100 }, (_, n) => part('hdd', { name: `Disk ${n}` })),
      part('gpu', { name: 'Gone', removedAt: new Date(), deleted: { archived: false } }),
    ]);
    await new Migrator(store.db).run();
    const kinds = store.db.collection<{ _id: string; aliases: string[]; isBuiltIn: boolean }>('kinds');
    const all = async () => (await kinds.find().toArray()).toSorted((a, b) => (a._id < b._id ? -1 : 1));
    const after = await all();
    expect(after.filter(({ isBuiltIn }) => isBuiltIn)).toHaveLength(SHOP_KINDS.length);
    expect(after.filter(({ isBuiltIn }) => !isBuiltIn).map(({ _id }) => _id)).toEqual([
      'part',
      'sound-card-usb',
      'x'.repeat(40),
    ]);
    const kindOf = async (name: string) => (await products.findOne({ name }))!['kind'] as string | undefined;
    expect(await Promise.all(texts.map((text) => kindOf(`Part ${text}`)))).toEqual([
      'ssd',
      'graphics-card',
      'power-supply',
      'sound-card-usb',
      'sound-card-usb',
      'part',
      'x'.repeat(40),
    ]);
    expect(await kindOf('Part undefined')).toBeUndefined();
    expect(await products.countDocuments({ kind: 'hard-disk' })).toBe(1_100);
    // a former text leads to its kind, and a search finds the part by its kind's name
    expect(after.find(({ _id }) => _id === 'sound-card-usb')?.aliases).toEqual(['sound card / usb']);
    expect((await products.findOne({ name: 'Part gpu' }))!['tokens']).toContain('graphics');
    expect((await products.findOne({ name: 'Gone' }))!['tokens']).toEqual([]);
    await kinds.updateOne({ _id: 'ssd' }, { $set: { label: 'Solid state' } });
    const before = await all();
    await addKinds(store.db);
    expect(await all()).toEqual(before);
  } finally {
    await store.close();
  }
});
