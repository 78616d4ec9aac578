import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, type Shop, startShop, type TestUser } from './harness.js';

/** The links of the committed document, followed as a program would: from a response to the operations after it. */
const document: any = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const operations = new Map<string, any>(
  Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, any] => [
      operation.operationId,
      { ...operation, method: method.toUpperCase(), path },
    ]),
  ),
);
const schemaOf = (schema: any): any =>
  schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
const successOf = ({ responses }: any): any => responses['200'] ?? responses['201'];
const linksOf = (id: string): Record<string, any> => successOf(operations.get(id))?.links ?? {};
const linked = [...operations.keys()].flatMap((id) =>
  Object.entries(linksOf(id)).map(([name, link]): [string, string, any] => [id, name, link]),
);

describe('the links of openapi.json', () => {
  it('lead from each page of a list to the next', () => {
    const paged = [...operations.values()].filter(
      (operation) =>
        schemaOf(successOf(operation)?.content?.['application/json']?.schema)?.properties?.nextCursor,
    );
    expect(paged.length).toBeGreaterThan(5);
    for (const { operationId } of paged) expect(linksOf(operationId)).toHaveProperty(operationId);
  });

  it.each(linked)(
    '%s leads to %s',
    (id, _, { operationId, parameters = {}, requestBody = {}, description }) => {
      const from = operations.get(id);
      const target = operations.get(operationId);
      expect(description).toMatch(/\w/);
      expect(target.parameters.map(({ name }: any) => name)).toEqual(
        expect.arrayContaining(Object.keys(parameters)),
      );
      const body = schemaOf(target.requestBody?.content['application/json'].schema)?.properties ?? {};
      expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(requestBody)));
      for (const expression of Object.values<string>({ ...parameters, ...requestBody })) {
        const [, source, name] = /^\$(response\.body#\/|response\.header\.|request\.path\.)(\w+)$/.exec(
          expression,
        )!;
        const known: Record<string, string[]> = {
          'response.body#/': Object.keys(
            schemaOf(successOf(from).content['application/json'].schema).properties,
          ),
          'response.header.': Object.keys(successOf(from).headers),
          'request.path.': from.parameters.filter((p: any) => p.in === 'path').map((p: any) => p.name),
        };
        expect(known[source!]).toContain(name);
      }
    },
  );

  describe('on a shop', () => {
    let shop: Shop;
    let admin: TestUser;
    beforeAll(async () => {
      shop = await startShop();
      admin = await shop.user({ role: 'admin' });
    });
    afterAll(() => shop.close());

    /** A call by its name, with the examples of the document for what is not given of its body. */
    async function call(
      id: string,
      parameters: Record<string, unknown> = {},
      body: object = {},
    ): Promise<ApiResponse> {
      const { method, path, parameters: documented, requestBody } = operations.get(id);
      const schema = schemaOf(requestBody?.content['application/json'].schema);
      const examples = Object.entries<any>(schema?.properties ?? {}).map(([name, property]) => [
        name,
        property.example ?? schemaOf(property).enum?.[0],
      ]);
      const of = (place: string): [string, string][] =>
        documented
          .filter((parameter: any) => parameter.in === place && parameters[parameter.name] !== undefined)
          .map(({ name }: any) => [name, String(parameters[name])]);
      const url = path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) =>
        encodeURIComponent(String(parameters[name])),
      );
      return shop.call(method, `${url}?${String(new URLSearchParams(of('query')))}`, {
        as: admin,
        headers: Object.fromEntries(of('header')),
        ...(schema && { body: { ...Object.fromEntries(examples), ...body } }),
      });
    }

    /** Follows a link of a response. */
    async function follow(
      id: string,
      name: string,
      { body, headers }: ApiResponse,
      more: object = {},
    ): Promise<ApiResponse> {
      const { operationId, parameters = {}, requestBody = {} } = linksOf(id)[name];
      const valueOf = (expression: string): unknown => {
        const key = expression.split(/[./]/).at(-1)!;
        return expression.startsWith('$response.header') ? headers.get(key) : body[key];
      };
      const filled = (fields: Record<string, string>): Record<string, unknown> =>
        Object.fromEntries(Object.entries(fields).map(([field, expression]) => [field, valueOf(expression)]));
      const response = await call(operationId, filled(parameters), { ...filled(requestBody), ...more });
      expect([name, response.status < 300, response.body]).toEqual([name, true, expect.anything()]);
      return response;
    }

    it('work from a new product to its order', async () => {
      const created = await call(
        'createProduct',
        {},
        { sku: 'LINK-1', minimumOQ: 5, availableQ: 500, price: 20 },
      );
      const item = await follow('createProduct', 'getItem', created);
      const edited = await follow('createProduct', 'getItemToEdit', created);
      const changed = await follow('getItemToEdit', 'editItem', edited, { sku: 'LINK-2', price: 30 });
      expect(changed.body.price).toBe(30);
      await follow('editItem', 'restockItem', changed);
      const ordered = await follow('getItem', 'createPurchase', item, { orderQuantity: 5, price: 30 });
      const order = await follow('createPurchase', 'getPurchase', ordered);
      expect(order.body).toMatchObject({ _id: ordered.body._id, productId: item.body._id });
      await follow('createPurchase', 'getOrderToPay', ordered);
      await follow('getPurchase', 'addOrderNote', order);
      await follow('getPurchase', 'getItem', order);
      expect((await follow('createPurchase', 'removePurchase', ordered)).body).toEqual({ deletedCount: 1 });
    });

    it('work for reviews, saved views and accounts', async () => {
      const review = await follow('createReview', 'getManagedReview', await call('createReview'));
      expect((await follow('getManagedReview', 'hideReview', review)).body.hidden).toBe(true);
      const view = await follow('createSavedView', 'getSavedView', await call('createSavedView'));
      await follow('getSavedView', 'updateSavedView', view);
      const user = await call('getUser', { email: admin.email });
      await follow('getUser', 'listPurchasesOf', user);
      await follow('getUser', 'updateUser', user);
      await follow('createApiKey', 'revokeApiKey', await call('createApiKey'));
    });

    it('work from page to page', async () => {
      await Promise.all([shop.product(), shop.product(), shop.product()]);
      const first = await call('searchItems', { pageSize: 1 });
      const second = await follow('searchItems', 'searchItems', first);
      expect(second.body.items.map(({ _id }: any) => _id)).not.toContain(first.body.items[0]._id);
    });
  });
});
