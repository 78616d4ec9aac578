import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { trusted, Types } from 'mongoose';
import { Buyers } from '../src/purchases/orders/buyers.service.js';
import { CustomerLocks } from '../src/purchases/orders/customer-locks.service.js';
import { Order } from '../src/purchases/orders/order.schema.js';
import { Review } from '../src/reviews/review.schema.js';
import { User } from '../src/users/user.schema.js';
import { AccountRemovalService } from '../src/users/account-removal.service.js';
import { buying } from './buying.js';
import { startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('DELETE /user/{email}', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const stored = (user: TestUser) => shop.db.model<User>(User.name).findById(user.id).lean<User>();

  const remove = (email: string, as: TestUser) => shop.call('DELETE', `/user/${email}`, { as });

  it('forgets the person, cancels what is unpaid and keeps the rest without a name', async () => {
    const user = await shop.user({ name: 'Removed Person' });
    const product = await shop.product({ availableQ: 40 });
    const of = { productId: product._id, productName: product.name };
    const unpaid = await shop.order(user, { ...of, orderQuantity: 10 });
    const paid = await shop.order(user, { ...of, status: 'paid' });
    const review = await shop.review(user);
    const { status, body } = await remove(user.email, admin);
    expect([status, body]).toEqual([200, { deletedCount: 1 }]);
    expect(await stored(user)).toBeNull();
    expect((await shop.call('GET', `/user/${user.email}`, { as: user })).status).toBe(401);
    const orders = await shop.db
      .model<Order>(Order.name)
      .find({ _id: trusted({ $in: [unpaid._id, paid._id] }) })
      .lean<Order[]>();
    expect(orders.map((order) => order.status).toSorted()).toEqual(['cancelled', 'paid']);
    const kept = await shop.db.model<Review>(Review.name).findById(review._id).lean<Review>();
    expect(kept).toMatchObject({ comments: review.comments, ratings: review.ratings });
    for (const text of [JSON.stringify(orders), JSON.stringify(kept)]) {
      expect(text).not.toContain(user.email);
      expect(text).not.toContain('Removed Person');
    }
    const left = await shop.call('GET', `/item/${String(product._id)}`);
    expect(left.body.availableQ).toBe(50);
  });

  it('takes no order of somebody whose removal has begun, also not the first', async () => {
    const product = await shop.product();
    const order = (as: TestUser) =>
      shop.call('POST', '/purchase', {
        as,
        body: { productId: String(product._id), orderQuantity: 10, address: 'Here', phone: '5550100' },
      });
    const [former, newcomer] = [await shop.user(), await shop.user()];
    expect((await order(former)).status).toBe(201);
    // the request was admitted before, and comes to its transaction after
    for (const { id } of [former, newcomer])
      await shop.app.get(CustomerLocks, { strict: false }).close(new Types.ObjectId(id));
    for (const user of [former, newcomer]) expect((await order(user)).status).toBe(401);
    expect((await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ).toBe(90);
    const rows = shop.db.model<Order>(Order.name).find({ 'lines.productId': product._id });
    expect(await rows.countDocuments()).toBe(1);
  });

  it('goes on from where it was interrupted, with as many reviews as there are', async () => {
    const user = await shop.user({ name: 'Prolific Author' });
    const reviews = shop.db.model<Review>(Review.name);
    const { _id: _, ...like } = await shop.review(user);
    await reviews.insertMany(Array.from({ length: 249 }, () => like));
    const named = () => reviews.countDocuments({ userId: new Types.ObjectId(user.id), name: user.name });
    const original = reviews.bulkWrite.bind(reviews);
    const write = vi.spyOn(reviews, 'bulkWrite');
    write
      .mockImplementationOnce((...args) => original(...args))
      .mockRejectedValueOnce(new Error('interrupted'));
    expect((await remove(user.email, admin)).status).toBe(500);
    write.mockRestore();
    expect(await named()).toBe(150);
    expect((await remove(user.email, admin)).status).toBe(200);
    expect(await named()).toBe(0);
  });

  it('leaves no review that was being written meanwhile', async () => {
    const user = await shop.user({ name: 'Quick Author' });
    const write = () =>
      shop.call('POST', '/review', { as: user, body: { ratings: 5, comments: 'Fine.', name: user.name } });
    // the request is admitted before, and comes to its transaction after
    vi.spyOn(shop.app.get(Buyers, { strict: false }), 'hasPaid').mockImplementationOnce(async () => {
      expect((await remove(user.email, admin)).status).toBe(200);
      return false;
    });
    expect((await write()).status).toBe(401);
    const racing = await shop.user({ name: 'Quick Author' });
    const post = () =>
      shop.call('POST', '/review', {
        as: racing,
        body: { ratings: 5, comments: 'Fine.', name: racing.name },
      });
    const [, ...others] = await Promise.all([remove(racing.email, admin), post(), post(), post(), post()]);
    expect(others.every(({ status }) => status === 201 || status === 401)).toBe(true);
    expect(await shop.db.model(Review.name).countDocuments({ name: 'Quick Author' })).toBe(0);
  });

  it('responds with 404 for nobody, and for someone removed already', async () => {
    const user = await shop.user();
    expect((await remove('nobody@example.com', admin)).status).toBe(404);
    expect((await remove(user.email, admin)).status).toBe(200);
    expect((await remove(user.email, admin)).status).toBe(404);
  });

  it('can be repeated when it failed halfway', async () => {
    const user = await shop.user({ removingSince: new Date() });
    expect((await shop.call('GET', `/user/${user.email}`, { as: user })).status).toBe(401);
    expect((await remove(user.email, admin)).status).toBe(200);
  });

  it('lets no admin remove themselves', async () => {
    const alone = await remove(admin.email, admin);
    expect([alone.status, alone.body.type]).toEqual([409, 'urn:rapid:problem:last-admin']);
    await shop.user({ role: 'admin' });
    const { status, body } = await remove(admin.email, admin);
    expect([status, body.type]).toEqual([409, 'urn:rapid:problem:own-account']);
    expect((await stored(admin))!.removingSince).toBeNull();
  });
});

describe('an interrupted removal', () => {
  it('is finished by the server, without another call', async () => {
    const shop = await startCommerce();
    try {
      const steps = buying(shop);
      const admin = await shop.user({ role: 'admin' });
      const user = await shop.user();
      const product = await shop.product({ availableQ: 50 });
      const order = await steps.order(user, product);
      await steps.secretOf(user, order._id);
      await shop.sandbox.lab({ failApi: { times: 99, status: 500 } });
      expect((await shop.call('DELETE', `/user/${user.email}`, { as: admin })).status).toBe(503);
      await shop.sandbox.lab({ failApi: { times: 0, status: 500 } });
      const users = shop.db.model<User>(User.name);
      expect((await users.findById(user.id).lean<User>())!.removingSince).not.toBeNull();

      const removal = shop.app.get(AccountRemovalService, { strict: false });
      await removal.finishInterrupted();
      // the call that began it may still be at work
      expect(await users.findById(user.id)).not.toBeNull();
      await users.updateOne({ _id: user.id }, { removingSince: new Date(Date.now() - 61_000) });
      await removal.finishInterrupted();
      expect(await users.findById(user.id)).toBeNull();
      expect(await steps.stored(order._id)).toMatchObject({ status: 'cancelled' });
      expect(await steps.stockOf(product)).toBe(50);
    } finally {
      await shop.close();
    }
  });
});

describe('the last admin', () => {
  it('stays, however many admins remove each other at once', async () => {
    const shop = await startShop();
    try {
      for (let round = 0; round < 5; round++) {
        const admins = await Promise.all(Array.from({ length: 4 }, () => shop.user({ role: 'admin' })));
        await Promise.all(
          admins.flatMap((by) =>
            admins
              .filter((other) => other !== by)
              .map((other) => shop.call('DELETE', `/user/${other.email}`, { as: by })),
          ),
        );
        const left = await shop.db
          .model<User>(User.name)
          .find({ role: 'admin', removingSince: null })
          .lean<User[]>();
        expect(left.length).toBeGreaterThanOrEqual(1);
        const [last] = left;
        const { status } = await shop.call('DELETE', `/user/${last!.email}`, {
          as: await shop.tokenOf(String(last!._id)),
        });
        expect(status).toBe(409);
        await shop.db.model(User.name).deleteMany({});
      }
    } finally {
      await shop.close();
    }
  });
});
