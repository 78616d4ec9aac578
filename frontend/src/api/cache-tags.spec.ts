import { afterEach, describe, expect, it, vi } from 'vitest';
import { configureStore } from '@reduxjs/toolkit';
import { accountApi } from './account-api';
import { adminApi } from './admin-api';
import { api } from './api';
import { basketApi } from './basket';
import { newProductsApi } from './new-products';
import { orderAdminApi } from './order-admin';
import { ownOrderApi } from './own-order';
import { productAdminApi } from './product-admin';
import { reviewAdminApi } from './review-admin';
import { searchAdminApi } from './search-admin';
import { webhookAdminApi } from './webhook-admin';

const endpoints = { ...api.endpoints, ...accountApi.endpoints, ...adminApi.endpoints };
/** Every cached read, by what it shows. */
const reads: Record<string, () => unknown> = {
  listItems: () => endpoints.listItems.initiate({}),
  listKinds: () => endpoints.listKinds.initiate(),
  getKind: () => endpoints.getKind.initiate({ slug: 'ssd' }),
  searchItems: () => endpoints.searchItems.initiate({}),
  countItems: () => endpoints.countItems.initiate({}),
  getItem: () => endpoints.getItem.initiate({ id: 'p' }),
  newProducts: () => newProductsApi.endpoints.newProducts.initiate({ limit: 3 }),
  searchManagedItems: () => endpoints.searchManagedItems.initiate({}),
  countManagedItems: () => endpoints.countManagedItems.initiate({}),
  synonymsToEdit: () => searchAdminApi.endpoints.synonymsToEdit.initiate(),
  listSearchMisses: () => endpoints.listSearchMisses.initiate(),
  productToEdit: () => productAdminApi.endpoints.productToEdit.initiate({ id: 'p' }),
  listPurchasesOf: () => endpoints.listPurchasesOf.initiate({ id: 'a@b.c' }),
  searchPurchases: () => endpoints.searchPurchases.initiate({}),
  countPurchases: () => endpoints.countPurchases.initiate({}),
  getLinkedOrder: () => endpoints.getLinkedOrder.initiate({ token: 't' }),
  orderToChange: () => orderAdminApi.endpoints.orderToChange.initiate({ id: 'o' }),
  ownOrderToChange: () => ownOrderApi.endpoints.ownOrderToChange.initiate({ number: 'n' }),
  getPackingList: () => endpoints.getPackingList.initiate({ ids: 'o' }),
  listCarriers: () => endpoints.listCarriers.initiate(),
  getOrderToPay: () => endpoints.getOrderToPay.initiate({ id: 'o' }),
  reconcilePayments: () => endpoints.reconcilePayments.initiate({}),
  getOverview: () => endpoints.getOverview.initiate({ from: '', to: '', by: 'day' }),
  savedBasket: () => basketApi.endpoints.savedBasket.initiate('a@b.c'),
  itemsBySku: () => basketApi.endpoints.itemsBySku.initiate(['A']),
  checkedBasket: () => basketApi.endpoints.checkedBasket.initiate({ lines: [] }),
  listReviews: () => endpoints.listReviews.initiate({}),
  searchReviews: () => endpoints.searchReviews.initiate({}),
  searchManagedReviews: () => endpoints.searchManagedReviews.initiate({}),
  reviewToModerate: () => reviewAdminApi.endpoints.reviewToModerate.initiate('r'),
  searchUsers: () => endpoints.searchUsers.initiate({}),
  listOwnStockAlerts: () => endpoints.listOwnStockAlerts.initiate(),
  getUser: () => endpoints.getUser.initiate({ email: 'a@b.c' }),
  checkAdmin: () => endpoints.checkAdmin.initiate({ email: 'a@b.c' }),
  listSavedViews: () => endpoints.listSavedViews.initiate({ list: 'orders' }),
  searchApiKeys: () => endpoints.searchApiKeys.initiate({}),
  listWebhookEndpoints: () => endpoints.listWebhookEndpoints.initiate(),
  searchWebhookDeliveries: () => endpoints.searchWebhookDeliveries.initiate({}),
  getWebhookDelivery: () => endpoints.getWebhookDelivery.initiate({ id: 'd' }),
  searchAuditLog: () => endpoints.searchAuditLog.initiate({}),
};
const WEBHOOKS = ['listWebhookEndpoints', 'searchWebhookDeliveries', 'getWebhookDelivery'];

const SHOP = [
  'listItems',
  'listKinds',
  'getKind',
  'searchItems',
  'countItems',
  'getItem',
  'newProducts',
  'checkedBasket',
  'itemsBySku',
];
const PRODUCTS = [...SHOP, 'searchManagedItems', 'countManagedItems', 'productToEdit'];
const ORDERS = [
  'listPurchasesOf',
  'searchPurchases',
  'countPurchases',
  'getOrderToPay',
  'getLinkedOrder',
  'orderToChange',
  'ownOrderToChange',
  'getPackingList',
];
const REVIEWS = ['listReviews', 'searchReviews', 'searchManagedReviews', 'reviewToModerate'];
/** A key shows the admin for whom it acts, and works while they are one. */
const USERS = ['searchUsers', 'getUser', 'searchApiKeys'];
const PAYMENTS = ['reconcilePayments'];

/** What each write makes stale; the figures of the overview are of products and orders. */
const writes: [string, () => unknown, string[]][] = [
  [
    'removing a user, whose orders are cancelled and whose name disappears',
    () => endpoints.removeUser.initiate({ email: 'a@b.c' }),
    [...USERS, 'checkAdmin', ...ORDERS, ...PRODUCTS, ...REVIEWS, ...PAYMENTS, 'listSavedViews'].concat(
      'getOverview',
      'searchAuditLog',
    ),
  ],
  [
    'deleting a product',
    () => endpoints.deleteItem.initiate({ id: 'p' }),
    [...PRODUCTS, ...ORDERS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'restoring a product',
    () => endpoints.restoreItem.initiate({ id: 'p' }),
    [...PRODUCTS, ...ORDERS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'archiving a product',
    () => endpoints.archiveItem.initiate({ id: 'p' }),
    [...PRODUCTS, ...ORDERS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'adding units to the stock',
    () => endpoints.restockItem.initiate({ id: 'p', restockDto: { units: 1, reason: 'x' } }),
    [...PRODUCTS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'removing an order, whose stock returns',
    () => endpoints.removePurchase.initiate({ id: 'o' }),
    [...ORDERS, ...PRODUCTS, ...PAYMENTS, 'getOverview', 'searchAuditLog'],
  ],
  ['stopping an alert', () => endpoints.stopOwnStockAlert.initiate({ id: 'a' }), ['listOwnStockAlerts']],
  [
    'ordering what is in the basket',
    () =>
      endpoints.placeOrder.initiate({
        'Idempotency-Key': 'k',
        checkoutDto: { lines: [], address: {} as never, phone: '5550100' },
      }),
    [...ORDERS, ...PRODUCTS, 'savedBasket', 'getOverview'],
  ],
  [
    'shipping an order',
    () => endpoints.shipPurchase.initiate({ id: 'o' }),
    [...ORDERS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'shipping units of an order',
    () => endpoints.createShipment.initiate({ id: 'o', createShipmentDto: {} }),
    [...ORDERS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'undoing a shipment, of which refunded units go to the stock',
    () => endpoints.undoShipment.initiate({ id: 'o', shipmentId: 's', undoShipmentDto: { reason: 'x' } }),
    [...ORDERS, ...PRODUCTS, ...PAYMENTS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'cancelling a line of an order, whose stock returns',
    () => endpoints.cancelOrderLine.initiate({ id: 'o', productId: 'p' }),
    [...ORDERS, ...PRODUCTS, ...PAYMENTS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'refunding a payment',
    () => endpoints.refundPurchase.initiate({ id: 'o', refundPurchaseDto: {} }),
    [...ORDERS, ...PRODUCTS, ...PAYMENTS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'recording a payment',
    () => endpoints.confirmPayment.initiate({ id: 'o', confirmPaymentDto: { transactionId: 't' } }),
    [...ORDERS, ...PAYMENTS, 'getOverview'],
  ],
  [
    'recording a payment by a link',
    () =>
      endpoints.confirmLinkedPayment.initiate({
        token: 't',
        confirmLinkedPaymentDto: { transactionId: 't' },
      }),
    [...ORDERS, 'getOverview'],
  ],
  [
    'entering an order for a customer',
    () =>
      endpoints.enterOrder.initiate({
        'Idempotency-Key': 'k',
        enterOrderDto: { customer: {}, lines: [], address: {} as never, phone: '5550100' },
      }),
    [...ORDERS, ...PRODUCTS, ...PAYMENTS, 'getOverview', 'searchAuditLog'],
  ],
  [
    'changing synonyms',
    () => searchAdminApi.endpoints.saveSynonyms.initiate({ groups: [], etag: '"1"' }),
    [...PRODUCTS, 'synonymsToEdit', 'listSearchMisses', 'getOverview', 'searchAuditLog'],
  ],
  [
    'creating an API key',
    () => endpoints.createApiKey.initiate({ createApiKeyDto: { name: 'x', scopes: ['users'] } }),
    ['searchApiKeys', 'searchAuditLog'],
  ],
  [
    'revoking an API key',
    () => endpoints.revokeApiKey.initiate({ id: 'k' }),
    ['searchApiKeys', 'searchAuditLog'],
  ],
  [
    'changing a webhook endpoint',
    () => webhookAdminApi.endpoints.editWebhook.initiate({ id: 'w', etag: '"1"', changes: {} }),
    [...WEBHOOKS, 'searchAuditLog'],
  ],
  [
    'sending an event again',
    () => endpoints.resendWebhook.initiate({ id: 'd' }),
    [...WEBHOOKS, 'searchAuditLog'],
  ],
  ['sending a test event', () => endpoints.sendTestWebhook.initiate({ id: 'w' }), WEBHOOKS],
  [
    'writing a review',
    () => endpoints.createReview.initiate({ createReviewDto: { ratings: 5, comments: 'x' } }),
    REVIEWS,
  ],
  [
    'changing a profile',
    () =>
      endpoints.updateUser.initiate({
        email: 'a@b.c',
        updateUserDto: { name: 'x', phone: '1', education: 'x', linkedIn: 'x' },
      }),
    USERS,
  ],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what a write makes stale', () => {
  it.each(writes)('%s', async (_name, write, stale) => {
    const calls: string[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation((request) => {
      const { method, url } = request as Request;
      calls.push(`${method} ${url}`);
      return Promise.resolve(new Response('{}'));
    });
    const runtime = {
      baseUrl: 'http://shop.test/api',
      token: () => 't',
      renew: () => Promise.resolve(false),
    };
    const store = configureStore({
      reducer: { api: api.reducer },
      middleware: (defaults) => defaults({ thunk: { extraArgument: runtime } }).concat(api.middleware),
    });
    const run = (call: unknown): Promise<unknown> => store.dispatch(call as never);
    const addresses = new Map<string, string>();
    for (const [name, read] of Object.entries(reads)) {
      await run(read());
      addresses.set(calls.pop() ?? '', name);
    }
    calls.length = 0;
    await run(write());
    await new Promise((resolve) => setTimeout(resolve, 20));
    const refetched = calls.slice(1).map((call) => addresses.get(call) ?? call);
    expect(refetched.toSorted()).toEqual(stale.toSorted());
    store.dispatch(api.util.resetApiState());
  });
});
