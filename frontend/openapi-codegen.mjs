/** What the shop's public pages call. Everything else is a file of its own, which they do not load. */
const PUBLIC = [
  'listItems',
  'searchItems',
  'countItems',
  'suggestItems',
  'listKinds',
  'getKind',
  'listNewProducts',
  'getItem',
  'listReviews',
  'searchReviews',
  'subscribe',
  'getConfig',
  'checkAdmin',
];

/** What customers call besides. The rest is for admins, or for others than browsers. */
const CUSTOMER = [
  'exchangeToken',
  'getUser',
  'updateUser',
  'getAddressBook',
  'addAddress',
  'replaceAddress',
  'removeAddress',
  'listDeliveryMethods',
  'getBasket',
  'replaceBasket',
  'checkBasket',
  'getOwnOrder',
  'putBackOrder',
  'createPurchase',
  'listPurchasesOf',
  'removePurchase',
  'cancelOrderLine',
  'searchPurchases',
  'getOrderToPay',
  'placeOrder',
  'createPaymentIntent',
  'confirmPayment',
  'getLinkedOrder',
  'createLinkedIntent',
  'confirmLinkedPayment',
  'createReview',
  'requestStockAlert',
  'requestOwnStockAlert',
  'getAlertToConfirm',
  'confirmStockAlert',
  'getAlertToStop',
  'stopStockAlert',
  'listOwnStockAlerts',
  'stopOwnStockAlert',
  'getMailPreferences',
  'setMailPreferences',
];

/**
 * Makes the files below from the committed openapi.json: `npx rtk-query-codegen-openapi openapi-codegen.mjs`.
 * Relative paths are read from this folder. OPENAPI_FILE names another document.
 */
export default {
  schemaFile: process.env.OPENAPI_FILE ?? '../openapi.json',
  apiFile: './src/api/empty-api.ts',
  apiImport: 'emptyApi',
  outputFiles: {
    './src/api/generated.ts': { filterEndpoints: PUBLIC, exportName: 'generatedApi' },
    './src/api/generated-account.ts': { filterEndpoints: CUSTOMER, exportName: 'generatedAccountApi' },
    './src/api/generated-admin.ts': {
      filterEndpoints: (name) => ![...PUBLIC, ...CUSTOMER].includes(name),
      exportName: 'generatedAdminApi',
    },
  },
  hooks: { queries: true, lazyQueries: true, mutations: true },
  // Emails are path parameters: without this `a+b@c.com` or a slash would change the path.
  encodePathParams: true,
  useUnknown: true,
  prettierConfigFile: '../.prettierrc.json',
};
