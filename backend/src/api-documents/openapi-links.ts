import type { OpenAPIObject } from '@nestjs/swagger';

/** Where a response leads: the operation, and its parameters or body from what was sent or returned. */
interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
  description: string;
}
type Links = Record<string, Link>;

const link = (operationId: string, description: string, parameters: Record<string, string> = {}): Links => ({
  [operationId]: { operationId, description, parameters },
});

const ID = '$response.body#/_id';
const ETAG = '$response.header.ETag';

/** What can be done with an order whose id is in `_id`. */
const readOrder = link('getPurchase', 'The order with its customer, payment, refunds and notes.', { id: ID });
const payOrder: Links = {
  createPaymentIntent: {
    operationId: 'createPaymentIntent',
    description: 'Begins to pay the order.',
    requestBody: { orderId: ID },
  },
};
const readItem = (id: string): Links => link('getItem', 'The product as customers see it.', { id });
const manageItem: Links = {
  ...link('editItem', 'Changes the product that was read.', { id: ID, 'If-Match': ETAG }),
  ...link('restockItem', 'Adds units to its stock.', { id: ID }),
};
const moderate: Links = {
  ...link('hideReview', 'Hides the review that was read.', { id: ID, 'If-Match': ETAG }),
  ...link('replyToReview', 'Replies to it.', { id: ID, 'If-Match': ETAG }),
};
const editView: Links = {
  ...link('getSavedView', 'The view.', { id: ID }),
  ...link('updateSavedView', 'Changes it.', { id: ID, 'If-Match': ETAG }),
  ...link('removeSavedView', 'Removes it.', { id: ID }),
};

/** By the operation whose successful response leads on. */
const LINKS: Record<string, Links> = {
  createProduct: {
    ...readItem('$response.body#/insertedId'),
    ...link('getItemToEdit', 'The product as admins see it.', { id: '$response.body#/insertedId' }),
  },
  getItem: {
    createPurchase: {
      operationId: 'createPurchase',
      description: 'Orders it, with a quantity, an address and a telephone number.',
      requestBody: { productId: ID },
    },
  },
  getItemToEdit: manageItem,
  editItem: { ...readItem(ID), ...manageItem },
  restockItem: readItem(ID),
  archiveItem: link('unarchiveItem', 'Puts it on sale again.', { id: ID }),
  unarchiveItem: link('archiveItem', 'Takes it off sale.', { id: ID }),
  deleteItem: link('restoreItem', 'Brings the product back.', { id: '$request.path.id' }),
  restoreItem: readItem(ID),
  createPurchase: {
    ...readOrder,
    ...link('getOrderToPay', 'What is to be paid.', { id: ID }),
    ...payOrder,
    ...link('removePurchase', 'Cancels it while it is unpaid.', { id: ID }),
  },
  getOrderToPay: payOrder,
  confirmPayment: readOrder,
  getPurchase: {
    ...link('shipPurchase', 'Ships it once it is paid.', { id: ID }),
    ...link('refundPurchase', 'Gives back all or some of what was paid.', { id: ID }),
    ...link('addOrderNote', 'Adds an internal note.', { id: ID }),
    ...readItem('$response.body#/productId'),
  },
  shipPurchase: readOrder,
  refundPurchase: readOrder,
  createReview: link('getManagedReview', 'The review as admins see it.', { id: ID }),
  getManagedReview: moderate,
  createSavedView: editView,
  getSavedView: editView,
  exchangeToken: link('getUser', 'The account.', { email: '$request.path.email' }),
  getUser: {
    ...link('listPurchasesOf', "The user's orders.", { id: '$response.body#/email' }),
    ...link('updateUser', 'Changes the account that was read.', {
      email: '$response.body#/email',
      'If-Match': ETAG,
    }),
  },
  createApiKey: link('revokeApiKey', 'Revokes it.', { id: ID }),
};

/** A response whose version leads on, by its `ETag`, is documented as having one. */
const TAG = {
  description: 'The version of what was read.',
  required: true,
  schema: { type: 'string' as const },
};

const isPaged = (parameters: { name?: string }[], content: object = {}): boolean =>
  'application/json' in content && parameters.some(({ name }) => name === 'cursor');

/** Adds to each successful response the links to the operations that follow it. */
export function addLinks({ paths }: OpenAPIObject): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path as object) as object[])) {
    const { operationId, parameters, responses } = operation as {
      operationId: string;
      parameters: { name?: string }[];
      responses: Record<string, { content?: object; headers?: object; links?: Links }>;
    };
    const response = responses['200'] ?? responses['201'];
    if (!response) continue;
    const links: Links = {
      ...LINKS[operationId],
      ...(isPaged(parameters, response.content) &&
        link(operationId, 'The rows after these, under the same filters and sort.', {
          cursor: '$response.body#/nextCursor',
        })),
    };
    if (Object.keys(links).length === 0) continue;
    response.links = links;
    if (JSON.stringify(links).includes(ETAG)) response.headers = { ...response.headers, ETag: TAG };
  }
}
