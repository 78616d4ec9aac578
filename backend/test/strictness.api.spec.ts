import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What is taken is what the document says, and made-up values fail nowhere but at the door. */
describe('strictness', () => {
  let shop: Shop;
  let customer: TestUser;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    [customer, admin] = [await shop.user(), await shop.user({ role: 'admin' })];
  });
  afterAll(() => shop.close());

  // the database knows no prefix, though the validators' own rule for its ids does
  const PREFIXED = ['0x0000000000000000000000', '0H0000000000000000000000'];

  it.each(PREFIXED)('refuses %s as an id, in a path and in a body', async (id) => {
    for (const [method, path] of [
      ['GET', '/item'],
      ['DELETE', '/item'],
      ['GET', '/buy'],
      ['DELETE', '/purchase'],
      ['PATCH', '/purchase'],
      ['PATCH', '/payment'],
      ['POST', '/refund'],
      ['GET', '/images'],
    ] as const) {
      const body = path === '/payment' ? { body: { transactionId: 'pi_1' } } : {};
      const response = await shop.call(method, `${path}/${id}`, { as: admin, ...body });
      expect([path, response.status, response.body.errors?.id]).toEqual([
        path,
        400,
        'This is not an id: 24 hexadecimal digits.',
      ]);
    }
    const order = { productId: id, address: 'Here', phone: '5550100', orderQuantity: 5 };
    expect((await shop.call('POST', '/purchase', { as: customer, body: order })).status).toBe(400);
    const intent = { orderId: id };
    expect((await shop.call('POST', '/create-payment-intent', { as: customer, body: intent })).status).toBe(
      400,
    );
  });

  it('counts the characters of an address as the document does', async () => {
    expect((await shop.call('GET', `/user/${encodeURIComponent('𩘍a')}`, { as: admin })).status).toBe(400);
    expect((await shop.call('GET', `/user/${encodeURIComponent('𩘍ab')}`, { as: admin })).status).toBe(404);
  });

  const ID = '000000000000000000000000';
  it.each([
    ['/items/search', ['createdAt', -1, 'abc', ID]],
    ['/items/search', ['createdAt', -1, 1e300, ID]],
    ['/items/search', ['createdAt', -1, { date: '2026-01-01' }, ID]],
    ['/items/search', ['createdAt', -1, { $gt: '' }, ID]],
    ['/items/search', ['createdAt', -1, null, ID]],
    ['/items/search?sort=price', ['priceCents', 1, 'abc', ID]],
    ['/items/search?sort=price', ['priceCents', 1, [], ID]],
    ['/items/search?sort=price', ['priceCents', 1, 5, '0x0000000000000000000000']],
    ['/items/search?sort=name', ['name', 1, { $ne: '' }, ID]],
    ['/reviews/search', ['createdAt', -1, 'abc', ID]],
    ['/purchases/search', ['createdAt', -1, 'abc', ID]],
    ['/purchases/search?sort=total', ['totalCents', 1, 'abc', ID]],
    ['/users/search', ['createdAt', -1, 'abc', ID]],
  ])('refuses the made-up cursor of %s %j', async (path, parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    const { status, body } = await shop.call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
      {
        as: admin,
      },
    );
    expect([status, body.errors]).toEqual([
      400,
      { cursor: 'Send the nextCursor of a page of this list and sort.' },
    ]);
  });

  it('refuses null in a field that may be left out', async () => {
    const product = await shop.product();
    const order = {
      productId: String(product._id),
      address: 'Here',
      phone: '5550100',
      orderQuantity: 5,
    };
    for (const nulls of [{ productId: null, productName: product.name }, { price: null }])
      expect(
        await shop.call('POST', '/purchase', { as: customer, body: { ...order, ...nulls } }),
      ).toMatchObject({ status: 400, body: { errors: { [Object.keys(nulls)[0]!]: expect.any(String) } } });
    const part = {
      name: 'Part',
      price: 1,
      minimumOQ: 1,
      availableQ: 1,
      description: 'A part.',
      img: '/x.webp',
    };
    for (const field of ['kind', 'lowStockAt'])
      expect(
        await shop.call('POST', '/product', { as: admin, body: { ...part, [field]: null } }),
      ).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    for (const field of ['orderId', 'price'])
      expect(
        await shop.call('POST', '/create-payment-intent', { as: customer, body: { [field]: null } }),
      ).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });

  it('takes numbers as forms send them, in the form that the document names', async () => {
    const part = { name: 'Part', description: 'A part.', img: '/x.webp' };
    const made = (numbers: object) =>
      shop.call('POST', '/product', { as: admin, body: { ...part, ...numbers } });
    const texts = { price: '49.90', minimumOQ: '5', availableQ: '1000000000', lowStockAt: '0' };
    const { status, body } = await made(texts);
    expect(status).toBe(201);
    expect((await shop.call('GET', `/items/${body.insertedId}/edit`, { as: admin })).body).toMatchObject({
      price: 49.9,
      minimumOQ: 5,
      availableQ: 1_000_000_000,
      lowStockAt: 0,
    });
    for (const wrong of [
      { price: '0' },
      { price: '0.00' },
      { price: '1.999' },
      { price: '1000000' },
      { price: '1e3' },
      { minimumOQ: '0' },
      { minimumOQ: ' 5' },
      { minimumOQ: '0x5' },
      { availableQ: '1000000001' },
      { availableQ: '-1' },
    ])
      expect([wrong, (await made({ ...texts, ...wrong })).status]).toEqual([wrong, 400]);
    const review = (ratings: unknown) =>
      shop.call('POST', '/review', { as: customer, body: { ratings, comments: 'Fine.' } });
    expect((await review('5')).body.ratings).toBe(5);
    for (const ratings of ['0', '6', '5.0', '05', null])
      expect([ratings, (await review(ratings)).status]).toEqual([ratings, 400]);
    const profile = { name: 'N', education: 'E', linkedIn: 'L' };
    const phone = (phone: unknown) =>
      shop.call('PATCH', `/updateUser/${customer.email}`, { as: customer, body: { ...profile, phone } });
    expect((await phone(5_550_100)).body.phone).toBe('5550100');
    for (const wrong of [99, 555.01, -5_550_100, 1e20, true, null])
      expect([wrong, (await phone(wrong)).status]).toEqual([wrong, 400]);
  });

  it.each([
    ['POST', `/refund/${ID}`, { amout: 1 }, 'amout'],
    ['POST', '/items/bulk/price', { ids: [ID], percent: 10, dryrun: true }, 'dryrun'],
    ['POST', '/purchases/bulk-cancel', { filter: { stauts: 'paid' } }, 'filter.stauts'],
    ['POST', `/items/${ID}/archive`, { reason: 'Old' }, 'reason'],
    ['PATCH', `/purchase/${ID}`, { shiped: true }, 'shiped'],
    ['GET', '/items/search?pagesize=5', undefined, 'pagesize'],
    ['GET', '/items/kinds?kind=ssd', undefined, 'kind'],
    ['GET', '/users/search?rol=admin', undefined, 'rol'],
    ['GET', '/health/live?deep=1', undefined, 'deep'],
    ['DELETE', `/item/${ID}?force=true`, undefined, 'force'],
  ])('names what %s %s does not take: %j', async (method, path, body, name) => {
    const response = await shop.call(method, path, { as: admin, ...(body && { body }) });
    expect([response.status, response.body.errors]).toEqual([400, { [name]: `Unknown field: ${name}` }]);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it('takes what the specification’s calls send, and believes none of what it has from the account', async () => {
    const product = await shop.product();
    const customer = await shop.user();
    const order = await shop.call('POST', '/purchase', {
      as: customer,
      body: {
        userName: 'Somebody Else',
        userEmail: 'else@example.com',
        address: 'Here',
        phone: '5550100',
        orderQuantity: 5,
        productName: product.name,
        price: 20,
        img: '/other.webp',
      },
    });
    expect([order.status, order.body]).toMatchObject([
      201,
      { userName: customer.name, userEmail: customer.email, img: product.img },
    ]);
    const review = await shop.call('POST', '/review', {
      as: customer,
      body: { ratings: '5', comments: 'Fine.', name: 'Somebody Else', email: 'else@example.com', img: null },
    });
    expect([review.status, review.body]).toMatchObject([201, { name: customer.name, img: '' }]);
    const profile = { name: 'N', phone: '5550100', education: 'E', linkedIn: 'L', email: 'else@example.com' };
    const updated = await shop.call('PATCH', `/updateUser/${customer.email}`, {
      as: customer,
      body: profile,
    });
    expect([updated.status, updated.body.email]).toEqual([200, customer.email]);
    const paid = await shop.call('PATCH', `/payment/${order.body._id}`, {
      as: customer,
      body: { payItem: { any: 'thing' }, transactionId: 'pi_none' },
    });
    expect(paid.status).not.toBe(400);
  });
});
