import type { OpenAPIObject } from '@nestjs/swagger';
import { TEST_EVENT, WEBHOOK_EVENT_SUMMARIES } from '../event-types.js';
import {
  ACCOUNT_EXAMPLE,
  KIND_EXAMPLE,
  ORDER_EXAMPLE,
  PRODUCT_EXAMPLE,
  REVIEW_EXAMPLE,
} from './event-examples.js';

const SUMMARIES: Record<string, string> = {
  ...WEBHOOK_EVENT_SUMMARIES,
  [TEST_EVENT]: 'An admin asks whether the endpoint receives events',
};

/** Of each group of events, what its request is called, and an example. */
const GROUPS: Record<string, { name: string; type: string; subject: string; data: object }> = {
  order: {
    name: 'OrderEvent',
    type: 'order.paid',
    subject: 'order/665f1c2ab8d4e1a2b3c4d5e6',
    data: ORDER_EXAMPLE,
  },
  product: {
    name: 'ProductEvent',
    type: 'product.updated',
    subject: 'product/665f1c2ab8d4e1a2b3c4d5e8',
    data: PRODUCT_EXAMPLE,
  },
  kind: { name: 'KindEvent', type: 'kind.updated', subject: 'kind/fan', data: KIND_EXAMPLE },
  review: {
    name: 'ReviewEvent',
    type: 'review.created',
    subject: 'review/665f1c2ab8d4e1a2b3c4d5e6',
    data: REVIEW_EXAMPLE,
  },
  account: {
    name: 'AccountEvent',
    type: 'account.created',
    subject: 'account/665f1c2ab8d4e1a2b3c4d5e7',
    data: ACCOUNT_EXAMPLE,
  },
  shop: {
    name: 'TestEvent',
    type: TEST_EVENT,
    subject: 'webhook/665f1c2ab8d4e1a2b3c4d5e6',
    data: { message: 'This is a test.' },
  },
};

const DESCRIPTION =
  'Signed as the Standard Webhooks specification says, in the headers `webhook-id`, `webhook-timestamp` and ' +
  '`webhook-signature`. Any 2xx response within 10 seconds says that it was received; otherwise it comes again for three days.';

/** Adds what the shop sends to webhook endpoints: the request of each group of events is a component, to which its types refer. */
export function addWebhooks(document: OpenAPIObject): void {
  document.components!.requestBodies = Object.fromEntries(
    Object.values(GROUPS).map(({ name, type, subject, data }) => {
      const example = {
        id: '665f1c2ab8d4e1a2b3c4d5ea',
        type,
        version: 1,
        timestamp: '2036-11-30T10:00:00.000Z',
        subject,
        sequence: 1,
        data,
      };
      const schema = { $ref: `#/components/schemas/${name}Dto` };
      const content = { 'application/json': { schema, example } };
      return [name, { description: DESCRIPTION, required: true, content }];
    }),
  );
  document.components!.responses!['Received'] = { description: 'It was received.' };
  document.webhooks = Object.fromEntries(
    Object.entries(SUMMARIES).map(([type, summary]) => [
      type,
      {
        post: {
          operationId: type,
          summary,
          tags: ['webhooks'],
          security: [],
          requestBody: { $ref: `#/components/requestBodies/${GROUPS[type.split('.')[0]!]!.name}` },
          responses: { '2XX': { $ref: '#/components/responses/Received' } },
        },
      },
    ]),
  );
}
