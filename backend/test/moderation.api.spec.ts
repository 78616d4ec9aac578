import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../src/audit/audit-entry.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
/** The same shop as another process. */
let replica: Shop;
let admin: TestUser;
let author: TestUser;

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  author = await shop.user({ name: 'Rita Reviewer', email: 'rita@example.com' });
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});

const call = (method: string, path: string, body?: object, ifMatch?: string) =>
  shop.call(method, path, { as: admin, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
const entriesAbout = (id: string) =>
  shop.db
    .model<AuditEntry>(AuditEntry.name)
    .find({ entityId: id })
    .sort({ at: 1, _id: 1 })
    .lean<AuditEntry[]>();
const review = async (comments: string, ratings = 5) =>
  String((await shop.review(author, { comments, ratings }))._id);
const listed = async (on: Shop, id: string): Promise<any[]> => {
  const lists = ['/reviews', '/reviews/search', '/reviews/search?ratings=5'];
  const bodies = await Promise.all(lists.map(async (path) => (await on.call('GET', path)).body));
  return bodies.map((body) => (body.items ?? body).find(({ _id }: { _id: string }) => _id === id));
};

describe('hiding a review', () => {
  it('takes it off every public list at once, and showing it brings it back', async () => {
    const id = await review('Buy at another shop');
    expect((await listed(shop, id)).every(Boolean)).toBe(true);
    const total = async () => Number((await shop.call('GET', '/reviews')).headers.get('x-total-count'));
    const before = await total();
    const hidden = await call('PUT', `/review/${id}/hidden`, { reason: 'Advertises' }, '"0"');
    expect([hidden.status, hidden.headers.get('etag')]).toEqual([200, '"1"']);
    expect(hidden.body).toMatchObject({ hidden: true, hiddenReason: 'Advertises' });
    expect(await listed(shop, id)).toEqual([undefined, undefined, undefined]);
    expect(await total()).toBe(before - 1);
    const shown = await call('DELETE', `/review/${id}/hidden`, undefined, '"1"');
    expect([shown.status, shown.body.hidden]).toEqual([200, false]);
    expect(shown.body).not.toHaveProperty('hiddenReason');
    expect((await listed(shop, id)).every(Boolean)).toBe(true);
    expect(await entriesAbout(id)).toMatchObject([
      {
        action: 'review.hidden',
        entity: 'review',
        label: '5 stars: Buy at another shop',
        actor: { id: admin.id },
        before: { hidden: false, hiddenReason: null },
        after: { hidden: true, hiddenReason: 'Advertises' },
      },
      { action: 'review.unhidden', before: { hidden: true }, after: { hidden: false } },
    ]);
  });

  it("takes it off another process's lists within a second", async () => {
    const id = await review('Seen elsewhere');
    while (!(await listed(replica, id)).every(Boolean));
    expect((await call('PUT', `/review/${id}/hidden`, { reason: 'Spam' }, '"0"')).status).toBe(200);
    const hiddenAt = performance.now();
    while ((await listed(replica, id)).some(Boolean))
      expect(performance.now() - hiddenAt).toBeLessThan(1_000);
  });

  it('says why in no public list', async () => {
    const id = await review('Shown again');
    await call('PUT', `/review/${id}/hidden`, { reason: 'Secret reason' }, '"0"');
    await call('DELETE', `/review/${id}/hidden`, undefined, '"1"');
    for (const shown of await listed(shop, id)) {
      expect(Object.keys(shown).toSorted()).toEqual(
        ['_id', 'comments', 'createdAt', 'email', 'img', 'name', 'ratings', 'verifiedBuyer'].toSorted(),
      );
      expect(shown.email).toBe('r***@example.com');
    }
  });
});

describe('replying to a review', () => {
  it('shows one reply under the review, which can be changed and removed', async () => {
    const id = await review('Where is my invoice?');
    const replied = await call('PUT', `/review/${id}/reply`, { text: ' In your mail, Rita. ' }, '"0"');
    expect(replied.body.reply).toEqual({ text: 'In your mail, Rita.', at: expect.any(String) });
    const [shown] = await listed(shop, id);
    expect(shown.reply.text).toBe('In your mail, Rita.');
    await call('PUT', `/review/${id}/reply`, { text: 'Sent again.' }, '"1"');
    expect((await listed(shop, id))[1].reply.text).toBe('Sent again.');
    const removed = await call('DELETE', `/review/${id}/reply`, undefined, '"2"');
    expect(removed.body).not.toHaveProperty('reply');
    expect((await entriesAbout(id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['review.replied', { reply: null }, { reply: 'In your mail, Rita.' }],
      ['review.replied', { reply: 'In your mail, Rita.' }, { reply: 'Sent again.' }],
      ['review.reply-removed', { reply: 'Sent again.' }, { reply: null }],
    ]);
  });
});

describe.each([
  ['PUT', 'hidden', { reason: 'Spam' }],
  ['DELETE', 'hidden', undefined],
  ['PUT', 'reply', { text: 'Thanks' }],
  ['DELETE', 'reply', undefined],
])('%s /review/{id}/%s', (method, what, body) => {
  it('needs the version that was read, and changes nothing with another', async () => {
    const id = await review('Good');
    const path = `/review/${id}/${what}`;
    expect((await call(method, path, body)).status).toBe(428);
    expect((await call(method, path, body, '*')).status).toBe(428);
    const stale = await call(method, path, body, '"7"');
    expect([stale.status, stale.body.type]).toEqual([412, 'urn:rapid:problem:stale-version']);
    expect(await entriesAbout(id)).toEqual([]);
    expect((await shop.call('GET', `/review/${id}`, { as: admin })).headers.get('etag')).toBe('"0"');
    const two = await Promise.all([1, 2].map(() => call(method, path, body, '"0"')));
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('responds with 404 and 400', async () => {
    expect((await call(method, `/review/665f1c2ab8d4e1a2b3c4d5e6/${what}`, body, '"0"')).status).toBe(404);
    expect((await call(method, `/review/x/${what}`, body, '"0"')).status).toBe(400);
  });
});

describe('the body', () => {
  it.each([
    ['hidden', {}, { reason: 'Reason is Required' }],
    ['hidden', { reason: ' ' }, { reason: 'Reason is Required' }],
    ['hidden', { reason: 'x'.repeat(301) }, { reason: 'Enter at most 300 characters.' }],
    ['reply', {}, { text: 'Reply is Required' }],
    ['reply', { text: ['a'] }, { text: 'Reply is Required' }],
    ['reply', { text: 'x'.repeat(2_001) }, { text: 'Enter at most 2000 characters.' }],
  ])('of %s %j is refused', async (what, body, errors) => {
    const id = await review('Good');
    const { status, body: problem } = await call('PUT', `/review/${id}/${what}`, body, '"0"');
    expect([status, problem.errors]).toEqual([400, errors]);
  });
});

describe('GET /reviews/manage', () => {
  it('finds the author of a review of any length', async () => {
    const author = await shop.user({ name: 'Wordy Wilma' });
    const comments = Array.from({ length: 150 }, (_, n) => `word${n}`).join(' ');
    await shop.call('POST', '/review', { as: author, body: { ratings: 5, comments } });
    for (const q of ['wilma', author.email, 'word79'])
      expect((await shop.call('GET', `/reviews/manage?q=${q}`, { as: admin })).body.items).toMatchObject([
        { authorEmail: author.email },
      ]);
  });

  it('finds by words, stars and state, hidden ones as well', async () => {
    const id = await review('Quixotic zirconium fans', 2);
    await call('PUT', `/review/${id}/hidden`, { reason: 'Spam' }, '"0"');
    const shownId = await review('Quixotic memory', 4);
    const idsOf = async (query: string) => {
      const { body } = await shop.call('GET', `/reviews/manage?${query}`, { as: admin });
      expect(body.total).toBe(body.items.length);
      return body.items.map(({ _id }: { _id: string }) => _id);
    };
    expect(await idsOf('q=quixot')).toEqual([shownId, id]);
    expect(await idsOf('q=quixot&hidden=true')).toEqual([id]);
    expect(await idsOf('q=quixot&hidden=false&sort=oldest')).toEqual([shownId]);
    expect(await idsOf('q=quixotic%20rita&ratings=2')).toEqual([id]);
    const { body } = await shop.call('GET', '/reviews/manage?q=zirconium', { as: admin });
    expect(body.items[0]).toMatchObject({ authorEmail: 'rita@example.com', hidden: true });
  });

  it.each(['hidden=1', 'hidden=', 'ratings=6', 'sort=stars'])('responds with 400 to ?%s', async (query) => {
    const { status, body } = await shop.call('GET', `/reviews/manage?${query}`, { as: admin });
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]]);
  });

  it('is exported with the same filters', async () => {
    await review('=Exported xylophone');
    const response = await fetch(`${shop.url}/api/reviews/export?q=xylophone`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [header, row, ...rest] = (await response.text()).split('\r\n');
    expect(header).toContain(
      'id,createdAt,ratings,comments,name,email,verifiedBuyer,hidden,hiddenReason,reply',
    );
    expect(row).toContain(",5,'=Exported xylophone,Rita Reviewer,rita@example.com,false,false,,,");
    expect(rest).toEqual(['']);
  });
});

describe('a verified buyer', () => {
  const write = async (as: TestUser) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await shop.call('POST', '/review', {
      as,
      headers,
      body: { ratings: 5, comments: 'Good' },
    });
    return (await listed(shop, body._id as string))[0].verifiedBuyer as boolean;
  };

  it.each([
    ['nothing', undefined, false],
    ['an unpaid order', 'unpaid', false],
    ['a cancelled order', 'cancelled', false],
    ['a paid order', 'paid', true],
    ['a shipped order', 'shipped', true],
    ['a refunded order', 'refunded', true],
  ] as const)('with %s', async (_what, status, expected) => {
    const user = await shop.user();
    if (status) await shop.order(user, { status });
    expect(await write(user)).toBe(expected);
  });
});

describe('a removed author', () => {
  it('is no longer found by their name', async () => {
    const gone = await shop.user({ name: 'Ignatius Leaver' });
    const { _id } = await shop.review(gone, { comments: 'Farewell parts' });
    const found = async (q: string) =>
      (await shop.call('GET', `/reviews/manage?q=${q}`, { as: admin })).body.total as number;
    expect(await found('ignatius')).toBe(1);
    expect((await shop.call('DELETE', `/user/${gone.email}`, { as: admin })).status).toBe(200);
    expect([await found('ignatius'), await found('farewell'), await found('former')]).toEqual([0, 1, 1]);
    const whole = await shop.db.collection('reviews').findOne({ _id });
    expect(JSON.stringify(whole)).not.toMatch(/ignatius/i);
  });
});
