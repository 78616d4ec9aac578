import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenAPIObject } from '@nestjs/swagger';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { SEED_MARKER } from '../src/health/health.service.js';
import { type Sandbox, startSandbox } from './commerce.js';
import { ResponseChecks } from './fuzz-responses.js';
import { agent, send } from './fuzz-http.js';
import { operationsOf, withoutReferences } from './fuzz-operations.js';
import { type Shop, startShop } from './harness.js';
import { type Known, Requests } from './fuzz-requests.js';
import { unsignedToken } from './id-tokens.js';

const CASES = process.env['TEST_LONG'] ? 1_000 : 4;
const ROLES = ['anonymous', 'customer', 'admin', 'apiKey'] as const;
const SEED = process.env['FUZZ_SEED'] ? Number(process.env['FUZZ_SEED']) : undefined;

const document = withoutReferences(
  JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenAPIObject,
);

/**
 * Every operation of the document with random requests, valid and hostile, in every role: whatever comes, the response is one
 * that the document names, with the headers and the body that it says, and never a failure of the server.
 */
describe('fuzzing', () => {
  let shop: Shop;
  let sandbox: Sandbox;
  const responses = new ResponseChecks(document);

  beforeAll(async () => {
    // nothing that the shop depends on is down: readiness asks only whether the identity provider's address responds
    sandbox = await startSandbox();
    shop = await startShop({
      PAYMENTS_SANDBOX_URL: sandbox.url,
      IDENTITY_EMULATOR_URL: sandbox.url,
      MAX_UNPAID_ORDERS: '1000000',
    });
    await shop.db
      .collection<{ _id: string; doneAt: Date }>(SEED_MARKER.collection)
      .insertOne({ _id: SEED_MARKER.id, doneAt: new Date() });
  });
  afterAll(async () => {
    agent.destroy();
    await shop.close();
    await sandbox.close();
  });

  /** People and things of which some are the caller's own, again for each operation, since operations consume them. */
  async function world() {
    const [customer, admin] = [await shop.user(), await shop.user({ role: 'admin' })];
    const caller = { customer, admin, apiKey: await shop.apiKey(admin) };
    const other = await shop.user();
    const product = await shop.product({ availableQ: 1_000_000 });
    const orders = [];
    for (const status of ['unpaid', 'unpaid', 'paid', 'shipped', 'cancelled'] as const)
      orders.push(await shop.order(caller.customer, { status, productId: product._id }));
    orders.push(await shop.order(other, { productId: product._id }));
    await shop.review(other);
    const orderIds = orders.map(({ _id }) => String(_id));
    const emails = [
      caller.customer.email,
      other.email,
      caller.customer.email.toUpperCase(),
      'nobody@example.com',
    ];
    const known: Known = {
      id: [...orderIds, String(product._id)],
      orderId: orderIds,
      productId: [String(product._id)],
      productName: [product.name],
      email: emails,
      intentId: ['pi_unknown'],
      transactionId: ['pi_unknown'],
    };
    return { caller, known };
  }

  describe.each(operationsOf(document).map((operation) => [operation.operationId, operation] as const))(
    '%s',
    (_id, operation) => {
      // elsewhere a key is refused before anything of the request is looked at: the access matrix has that
      it.each(ROLES.filter((role) => role !== 'apiKey' || operation.takesApiKeys))(
        'responds to %s as the document says',
        async (role) => {
          const { caller, known } = await world();
          const as = role === 'anonymous' ? undefined : caller[role];
          const signsIn = operation.needsIdentity && (role === 'customer' || role === 'admin');
          const claims = { email_verified: true };
          const check = fc.asyncProperty(new Requests(document, known).of(operation), async (request) => {
            const token = signsIn ? unsignedToken({ ...caller[role], claims }) : as?.token;
            const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
            const response = await send(shop.url, { ...request, headers });
            expect(responses.violationsOf(operation, response)).toEqual([]);
          });
          await fc.assert(check, {
            numRuns: CASES,
            ...(SEED !== undefined && { seed: SEED }),
            endOnFailure: CASES > 100,
          });
        },
        CASES * 1_000 + 30_000,
      );
    },
  );
});
