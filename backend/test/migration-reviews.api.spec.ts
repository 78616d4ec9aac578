import { expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { Migrator } from '../src/migrations/migrator.js';
import { emptyDatabase } from './tools.js';

interface Row {
  comments: string;
  verifiedBuyer?: boolean;
}

it('says which earlier reviews are of verified buyers, and makes them searchable', async () => {
  const store = await emptyDatabase();
  try {
    const [buyer, later, nobody] = [1, 2, 3].map(() => new mongo.ObjectId());
    const order = (userId: unknown, status: string, paidAt?: Date) => ({ userId, status, paidAt });
    await store.db
      .collection('purchases')
      .insertMany([
        order(buyer, 'refunded', new Date('2026-01-01')),
        order(later, 'paid', new Date('2026-01-03')),
        order(nobody, 'unpaid'),
      ]);
    const reviews = store.db.collection<Row>('reviews');
    const createdAt = new Date('2026-01-02');
    const review = (userId: unknown, comments: string) => ({ userId, comments, name: 'Ada', createdAt });
    await reviews.insertMany([
      review(buyer, 'had bought'),
      review(later, 'bought later'),
      review(nobody, 'did not'),
      ...Array.from({ length: 600 }, () => review(buyer, 'again')),
    ]);
    await new Migrator(store.db).run();
    const verified = async (comments: string) => (await reviews.findOne({ comments }))?.verifiedBuyer;
    expect(await verified('had bought')).toBe(true);
    expect(await verified('bought later')).toBe(false);
    expect(await verified('did not')).toBe(false);
    const completed = { verifiedBuyer: true, hidden: false, tokens: 'ada' } as object;
    expect(await reviews.countDocuments(completed)).toBe(601);
  } finally {
    await store.close();
  }
});
