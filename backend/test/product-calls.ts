import { expect } from 'vitest';
import type { ApiResponse } from './call.js';
import type { Shop, TestUser } from './harness.js';

/** What the calls of a spec are made by: its shop, and an admin. They are there once its `beforeAll` has run. */
type Given = () => { shop: Shop; admin: TestUser };

/** No more than a product has to have. */
const PART = {
  name: 'A part',
  price: 20,
  minimumOQ: 5,
  availableQ: 100,
  description: 'A part.',
  img: '/products/part.webp',
};

/** How an admin adds a product and edits it. */
export function productCalls(given: Given) {
  const add = (fields: object): Promise<ApiResponse> => {
    const { shop, admin } = given();
    return shop.call('POST', '/product', { as: admin, body: { ...PART, ...fields } });
  };
  const toEdit = (id: string): Promise<ApiResponse> => {
    const { shop, admin } = given();
    return shop.call('GET', `/items/${id}/edit`, { as: admin });
  };
  return {
    add,
    /** @returns the id of a product that was added */
    made: async (fields: object): Promise<string> => {
      const { status, body } = await add(fields);
      expect([status, body]).toEqual([201, { insertedId: expect.any(String) }]);
      return body.insertedId as string;
    },
    toEdit,
    /** Edits a product as it is now. */
    edit: async (id: string, body: object): Promise<ApiResponse> => {
      const { shop, admin } = given();
      const etag = (await toEdit(id)).headers.get('etag') ?? '';
      return shop.call('PATCH', `/items/${id}`, { as: admin, body, headers: { 'if-match': etag } });
    },
  };
}
