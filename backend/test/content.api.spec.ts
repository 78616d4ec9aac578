import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Review } from '../src/reviews/review.schema.js';
import { Subscription } from '../src/newsletter/subscription.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('reviews and newsletter', () => {
  let shop: Shop;
  let user: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    user = await shop.user({
      name: 'Rita Reviewer',
      photo: 'https://pictures.example/rita.jpg',
      email: 'rita@example.com',
    });
  });
  afterAll(() => shop.close());

  describe('POST /review', () => {
    const post = (body: unknown) => shop.call('POST', '/review', { as: user, body });

    it("keeps the account's own name, address and image, whatever is sent", async () => {
      const sent = {
        ratings: 4,
        comments: ' Well packed. ',
        name: 'Someone Else',
        email: 'else@example.com',
        img: 'https://evil.example/x.png',
      };
      const { status, body } = await post(sent);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        ratings: 4,
        comments: 'Well packed.',
        name: 'Rita Reviewer',
        email: 'r***@example.com',
        img: 'https://pictures.example/rita.jpg',
      });
      const kept = await shop.db.model<Review>(Review.name).findById(body._id).lean<Review>();
      expect(kept).toMatchObject({ name: 'Rita Reviewer', email: 'rita@example.com' });
      expect(String(kept!.userId)).toBe(user.id);
    });

    it('takes the selected string for a number', async () => {
      expect((await post({ ratings: '3', comments: 'Fine.' })).body.ratings).toBe(3);
    });

    it.each([
      [{}, ['ratings', 'comments']],
      [{ ratings: 0, comments: 'x' }, ['ratings']],
      [{ ratings: 6, comments: 'x' }, ['ratings']],
      [{ ratings: 4.5, comments: 'x' }, ['ratings']],
      [{ ratings: 'five', comments: 'x' }, ['ratings']],
      [{ ratings: '', comments: 'x' }, ['ratings']],
      [{ ratings: [5], comments: 'x' }, ['ratings']],
      [{ ratings: { $gte: 1 }, comments: 'x' }, ['ratings']],
      [{ ratings: 5 }, ['comments']],
      [{ ratings: 5, comments: '   ' }, ['comments']],
      [{ ratings: 5, comments: 7 }, ['comments']],
      [{ ratings: 5, comments: 'x'.repeat(2_001) }, ['comments']],
    ])('responds with 400 to %j', async (body, fields) => {
      const count = await shop.db.model(Review.name).countDocuments();
      const response = await post(body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([400, fields]);
      expect(await shop.db.model(Review.name).countDocuments()).toBe(count);
    });
  });

  describe('lists', () => {
    it('returns them newest first, each with its own author, and no full address', async () => {
      const author = await shop.user({ name: 'Nora Newest', email: 'nora@example.com' });
      await shop.review(author, { comments: 'The newest.' });
      const { body, headers } = await shop.call('GET', '/reviews?limit=1');
      expect(body).toEqual([
        expect.objectContaining({ comments: 'The newest.', name: 'Nora Newest', email: 'n***@example.com' }),
      ]);
      expect(Number(headers.get('x-total-count'))).toBeGreaterThan(1);
      expect(JSON.stringify((await shop.call('GET', '/reviews')).body)).not.toContain('nora@');
    });

    it('filters by stars, sorts and pages', async () => {
      for (let i = 0; i < 3; i++) await shop.review(user, { ratings: 2, comments: `Two stars ${i}` });
      const search = async (query: string) => (await shop.call('GET', `/reviews/search?${query}`)).body;
      expect(await search('ratings=2')).toMatchObject({
        total: 3,
        items: [{ comments: 'Two stars 2' }, {}, {}],
      });
      expect((await search('ratings=2&sort=oldest&pageSize=1&page=2')).items).toMatchObject([
        { comments: 'Two stars 1' },
      ]);
    });

    it.each([
      '/reviews?limit=0',
      '/reviews?limit=1001',
      '/reviews?limit=x',
      '/reviews?limit=1&limit=2',
      '/reviews/search?ratings=9',
      '/reviews/search?sort=stars',
    ])('responds with 400 to %s', async (path) => {
      expect((await shop.call('GET', path)).status).toBe(400);
    });
  });

  describe('POST /newsletter', () => {
    const subscribe = (email: unknown) => shop.call('POST', '/newsletter', { body: { email } });

    it('keeps one row an address, however often and however written it comes', async () => {
      const responses = await Promise.all(
        ['new@example.com', 'NEW@example.com', ' new@Example.com '].flatMap((email) => [
          subscribe(email),
          subscribe(email),
        ]),
      );
      for (const { status, body } of responses) expect([status, body]).toEqual([201, { subscribed: true }]);
      expect(await shop.db.model(Subscription.name).countDocuments({ email: 'new@example.com' })).toBe(1);
    });

    it.each([
      'first.last@company.co.uk',
      'a1@b.io',
      'anna@t-online.de',
      'x@163.com',
      'me@my-company.com',
      'curator@art.museum',
    ])('accepts %s', async (email) => {
      expect((await subscribe(email)).status).toBe(201);
    });

    it.each([
      [undefined, 'Email is Required'],
      ['ne\u0000w@example.com', 'Please provide a valid Email'],
      ['new@\u202eexample.com', 'Please provide a valid Email'],
      ['', 'Email is Required'],
      [7, 'Email is Required'],
      [{ $gt: '' }, 'Email is Required'],
      ['nonsense', 'Please provide a valid Email'],
      ['a b@example.com', 'Please provide a valid Email'],
      ['<x@example.com>', 'Please provide a valid Email'],
      [`${'x'.repeat(250)}@example.com`, 'Please provide a valid Email'],
    ])('responds with 400 to %j', async (email, message) => {
      const { status, body } = await subscribe(email);
      expect([status, body.errors]).toEqual([400, { email: message }]);
    });
  });
});
