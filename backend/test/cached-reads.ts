import { request as httpRequest } from 'node:http';
import type { ApiResponse, Shop, TestUser } from './harness.js';

export interface Raw {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A response as it is sent: `fetch` would decompress it. */
export const raw = (
  on: Shop,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const call = httpRequest(`${on.url}/api${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    call.on('error', reject);
    call.end();
  });

/** Public reads that are cached. */
export const ROUTES = [
  '/items',
  '/items?limit=3',
  '/items/search?kind=ssd&sort=price&pageSize=5',
  '/items/search?q=part&page=2',
  '/items/facets?q=part&kind=ssd',
  '/items/kinds',
  '/product',
  '/reviews',
  '/reviews/search?ratings=5',
];

/** Adds a product of 500 units by the API, which counts it in the catalogue's revision. */
export const addProduct = (shop: Shop, admin: TestUser, name: string): Promise<ApiResponse> =>
  shop.call('POST', '/product', {
    as: admin,
    body: {
      name,
      price: 20,
      minimumOQ: 1,
      availableQ: 500,
      description: 'New.',
      img: '/products/x.webp',
      kind: 'ssd',
    },
  });
