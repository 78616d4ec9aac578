import type { Access, ApiKeyScope } from '../src/common/access.js';

/**
 * What a route is to its callers: a declared access; `own-or-admin`, where a query names whose; `documentation`, open and
 * read-only; or `local service`, handed on in demo mode to a service that judges for itself.
 */
export type Rule = Access | 'own-or-admin' | 'documentation' | 'local service';

/** Who may call what, as PRODUCT.md says it. A route of the router that is missing here fails the spec, and so does one too many. */
const CALLS: Record<string, Rule> = {
  'GET /api/items': 'public',
  'GET /api/items/search': 'public',
  'GET /api/items/facets': 'public',
  'GET /api/items/suggestions': 'public',
  'GET /api/items/kinds': 'public',
  'GET /api/items/by-sku': 'public',
  'GET /api/kinds': 'public',
  'GET /api/kinds/:slug': 'public',
  'GET /api/product': 'public',
  'GET /api/item/:id': 'public',
  'GET /api/items/manage': 'admin',
  'GET /api/items/manage/facets': 'admin',
  'GET /api/search/synonyms': 'admin',
  'PUT /api/search/synonyms': 'admin',
  'GET /api/search/misses': 'admin',
  'GET /api/items/:id/edit': 'admin',
  'POST /api/product': 'admin',
  'PATCH /api/items/:id': 'admin',
  'POST /api/items/:id/restock': 'admin',
  'POST /api/items/:id/archive': 'admin',
  'POST /api/items/:id/unarchive': 'admin',
  'POST /api/items/:id/restore': 'admin',
  'GET /api/items/export': 'admin',
  'POST /api/items/import': 'admin',
  'POST /api/items/import/rejected': 'admin',
  'GET /api/kinds/manage': 'admin',
  'GET /api/kinds/:slug/edit': 'admin',
  'POST /api/kinds': 'admin',
  'PUT /api/kinds/:slug': 'admin',
  'DELETE /api/kinds/:slug': 'admin',
  'POST /api/items/bulk/spec': 'admin',
  'POST /api/items/bulk/price': 'admin',
  'POST /api/items/bulk/stock': 'admin',
  'POST /api/items/bulk/archive': 'admin',
  'POST /api/items/bulk/unarchive': 'admin',
  'DELETE /api/item/:id': 'admin',
  'POST /api/purchase': 'signed-in',
  'GET /api/purchase/:email': 'self-or-admin',
  'DELETE /api/purchase/:id': 'signed-in',
  'PATCH /api/purchase/:id': 'admin',
  'GET /api/purchases': 'admin',
  'GET /api/purchases/search': 'own-or-admin',
  'GET /api/purchases/counts': 'admin',
  'GET /api/purchases/export': 'admin',
  'POST /api/purchases/bulk-ship': 'admin',
  'POST /api/purchases/bulk-cancel': 'admin',
  'GET /api/purchases/packing': 'admin',
  'GET /api/purchases/:id': 'admin',
  'PATCH /api/purchases/:id/address': 'admin',
  'POST /api/purchases/:id/notes': 'admin',
  'POST /api/purchases/:id/shipments': 'admin',
  'PUT /api/purchases/:id/shipments/:shipmentId/tracking': 'admin',
  'POST /api/purchases/:id/shipments/:shipmentId/undo': 'admin',
  'POST /api/purchases/:id/lines/:productId/cancel': 'signed-in',
  'POST /api/purchases/:id/pay-link': 'admin',
  'POST /api/purchases/:id/pay-link/mail': 'admin',
  'GET /api/purchases/:id/mails': 'admin',
  'GET /api/mails/failed': 'admin',
  'POST /api/mails/:id/send-again': 'admin',
  'GET /api/user/mail-preferences': 'admin',
  'PUT /api/user/mail-preferences': 'admin',
  'GET /api/pay/:token': 'public',
  'POST /api/pay/:token/intent': 'public',
  'POST /api/pay/:token/confirm': 'public',
  'GET /api/buy/:id': 'signed-in',
  'POST /api/items/:id/stock-alerts': 'public',
  'POST /api/items/:id/stock-alerts/mine': 'signed-in',
  'GET /api/stock-alerts/mine': 'signed-in',
  'DELETE /api/stock-alerts/mine/:id': 'signed-in',
  'GET /api/stock-alerts/confirm/:token': 'public',
  'POST /api/stock-alerts/confirm/:token': 'public',
  'GET /api/stock-alerts/stop/:token': 'public',
  'POST /api/stock-alerts/stop/:token': 'public',
  'GET /api/attention': 'admin',
  'POST /api/orders': 'admin',
  'GET /api/orders/:number': 'signed-in',
  'POST /api/orders/:number/put-back': 'signed-in',
  'GET /api/basket': 'signed-in',
  'PUT /api/basket': 'signed-in',
  'POST /api/basket/check': 'public',
  'POST /api/checkout': 'signed-in',
  'GET /api/addresses': 'signed-in',
  'POST /api/addresses': 'signed-in',
  'PUT /api/addresses/:id': 'signed-in',
  'DELETE /api/addresses/:id': 'signed-in',
  'GET /api/delivery/methods': 'public',
  'GET /api/delivery/carriers': 'admin',
  'GET /api/delivery/settings': 'admin',
  'PUT /api/delivery/settings': 'admin',
  'POST /api/create-payment-intent': 'signed-in',
  'PATCH /api/payment/:id': 'signed-in',
  'POST /api/webhooks/stripe': 'public',
  'POST /api/refund/:id': 'admin',
  'GET /api/payments/failed-events': 'admin',
  'POST /api/payments/failed-events/:eventId/retry': 'admin',
  'POST /api/payments/failed-events/:eventId/dismiss': 'admin',
  'GET /api/payments/reconciliation': 'admin',
  'POST /api/payments/reconciliation/:intentId/confirm': 'admin',
  'POST /api/payments/reconciliation/:intentId/refund': 'admin',
  'POST /api/payments/reconciliation/:intentId/sync-refunds': 'admin',
  'GET /api/reports/overview': 'admin',
  'GET /api/payment-lab': 'admin',
  'PUT /api/payment-lab': 'admin',
  'GET /api/reviews': 'public',
  'GET /api/reviews/search': 'public',
  'POST /api/review': 'signed-in',
  'GET /api/reviews/manage': 'admin',
  'GET /api/reviews/export': 'admin',
  'GET /api/review/:id': 'admin',
  'PUT /api/review/:id/hidden': 'admin',
  'DELETE /api/review/:id/hidden': 'admin',
  'PUT /api/review/:id/reply': 'admin',
  'DELETE /api/review/:id/reply': 'admin',
  'PUT /api/user/:email': 'identity-token',
  'GET /api/user': 'admin',
  'GET /api/users/search': 'admin',
  'GET /api/users/export': 'admin',
  'GET /api/user/:email': 'self-or-admin',
  'PATCH /api/updateUser/:email': 'self-or-admin',
  'GET /api/admin/:email': 'self-or-admin',
  'PUT /api/user/admin/:email': 'admin',
  'DELETE /api/user/admin/:email': 'admin',
  'DELETE /api/user/:email': 'admin',
  'GET /api/customers/:id': 'admin',
  'POST /api/customers/:id/notes': 'admin',
  'GET /api/audit': 'admin',
  'GET /api/audit/export': 'admin',
  'GET /api/audit/:id': 'admin',
  'GET /api/saved-views': 'admin',
  'POST /api/saved-views': 'admin',
  'GET /api/saved-views/:id': 'admin',
  'PUT /api/saved-views/:id': 'admin',
  'DELETE /api/saved-views/:id': 'admin',
  'GET /api/list-settings/:list': 'admin',
  'PUT /api/list-settings/:list': 'admin',
  'GET /api/api-keys': 'admin',
  'POST /api/api-keys': 'admin',
  'DELETE /api/api-keys/:id': 'admin',
  'GET /api/webhook-endpoints': 'admin',
  'POST /api/webhook-endpoints': 'admin',
  'GET /api/webhook-endpoints/:id': 'admin',
  'PATCH /api/webhook-endpoints/:id': 'admin',
  'DELETE /api/webhook-endpoints/:id': 'admin',
  'POST /api/webhook-endpoints/:id/rotate-secret': 'admin',
  'POST /api/webhook-endpoints/:id/end-rotation': 'admin',
  'POST /api/webhook-endpoints/:id/test': 'admin',
  'POST /api/webhook-endpoints/:id/resend-failed': 'admin',
  'GET /api/webhook-deliveries': 'admin',
  'GET /api/webhook-deliveries/:id': 'admin',
  'POST /api/webhook-deliveries/:id/resend': 'admin',
  'POST /api/newsletter': 'public',
  'POST /api/images': 'admin',
  'GET /api/images/:id': 'public',
  'GET /api/images/:id/:variant': 'public',
  'GET /api/config': 'public',
  'GET /api/health/live': 'public',
  'GET /api/health/ready': 'public',
  'GET /robots.txt': 'public',
  'GET /sitemap.xml': 'public',
};

/** What API keys may call, by the scope that they need for it; nothing else that is not public. */
const SCOPES: Record<ApiKeyScope, string[]> = {
  'catalogue:read': [
    'GET /api/items/manage',
    'GET /api/items/manage/facets',
    'GET /api/search/synonyms',
    'GET /api/search/misses',
    'GET /api/items/:id/edit',
    'GET /api/items/export',
    'GET /api/kinds/manage',
    'GET /api/kinds/:slug/edit',
  ],
  'catalogue:write': [
    'PUT /api/search/synonyms',
    'POST /api/product',
    'PATCH /api/items/:id',
    'POST /api/items/:id/restock',
    'POST /api/items/:id/archive',
    'POST /api/items/:id/unarchive',
    'POST /api/items/:id/restore',
    'POST /api/items/import',
    'POST /api/items/import/rejected',
    'POST /api/kinds',
    'PUT /api/kinds/:slug',
    'DELETE /api/kinds/:slug',
    'POST /api/items/bulk/spec',
    'POST /api/items/bulk/price',
    'POST /api/items/bulk/stock',
    'POST /api/items/bulk/archive',
    'POST /api/items/bulk/unarchive',
    'DELETE /api/item/:id',
    'POST /api/images',
  ],
  'orders:read': [
    'GET /api/purchase/:email',
    'GET /api/purchases',
    'GET /api/purchases/search',
    'GET /api/purchases/counts',
    'GET /api/purchases/export',
    'GET /api/purchases/:id',
  ],
  'orders:ship': [
    'PATCH /api/purchase/:id',
    'POST /api/purchases/bulk-ship',
    'GET /api/purchases/packing',
    'POST /api/purchases/:id/shipments',
    'PUT /api/purchases/:id/shipments/:shipmentId/tracking',
    'POST /api/purchases/:id/shipments/:shipmentId/undo',
    'GET /api/delivery/carriers',
  ],
  'orders:write': ['POST /api/orders', 'POST /api/purchases/:id/pay-link'],
  'orders:refund': ['POST /api/purchases/bulk-cancel', 'POST /api/refund/:id'],
  users: ['GET /api/user', 'GET /api/users/search', 'GET /api/users/export', 'GET /api/user/:email'],
  reports: [
    'GET /api/payments/failed-events',
    'GET /api/payments/reconciliation',
    'GET /api/reports/overview',
  ],
};

const OTHERS: [pattern: RegExp, rule: Rule][] = [
  [/^(GET|HEAD) \/api\/(docs|docs-yaml|docs\/.*|openapi\.json)$/, 'documentation'],
  [/^POST \/identitytoolkit\.googleapis\.com\/v1\/accounts::\w+$/, 'local service'],
  [/^POST \/securetoken\.googleapis\.com\/v1\/token$/, 'local service'],
  [/^(GET|HEAD|POST) \/payments-sandbox\/(v1\/payment_intents\/:id|challenge)/, 'local service'],
  [/^(GET|HEAD) \/mailbox(\/mailbox\.css|\/(view|mails)\/:id(\/html)?|\/mails)?$/, 'local service'],
  [/^POST \/mailbox\/delete$/, 'local service'],
];

/** The rule of a route, HEAD's being GET's; undefined when nobody declared one. */
export function ruleOf(method: string, pattern: string): Rule | undefined {
  const declared = CALLS[`${method === 'HEAD' ? 'GET' : method} ${pattern}`];
  return declared ?? OTHERS.find(([matches]) => matches.test(`${method} ${pattern}`))?.[1];
}

/** The scope with which API keys may call a route. */
export const scopeOf = (method: string, pattern: string): ApiKeyScope | undefined =>
  (Object.keys(SCOPES) as ApiKeyScope[]).find((scope) =>
    SCOPES[scope].includes(`${method === 'HEAD' ? 'GET' : method} ${pattern}`),
  );

/** The declared routes, for the check that each is there. */
export const declaredCalls = Object.keys(CALLS);

/** What callers are to the routes, whose `email` and `:email` are the customer's; `admitted` and `denied` are API keys there. */
export type Caller = 'nobody' | 'provider' | 'customer' | 'other' | 'admin' | 'admitted' | 'denied';

export type Outcome = 'open' | 401 | 403;

const RANKS: Record<
  Exclude<Rule, 'public' | 'documentation' | 'local service' | 'identity-token'>,
  Caller[]
> = {
  'signed-in': ['customer', 'other', 'admin', 'admitted'],
  'self-or-admin': ['customer', 'admin', 'admitted'],
  'own-or-admin': ['customer', 'admin', 'admitted'],
  admin: ['admin', 'admitted'],
};

/** How a rule treats a caller: it lets them in, does not know them (401), or does and refuses (403). */
export function outcomeOf(rule: Rule, caller: Caller): Outcome {
  if (rule === 'public' || rule === 'documentation' || rule === 'local service') return 'open';
  if (rule === 'identity-token') return caller === 'provider' ? 'open' : 401;
  if (caller === 'nobody' || caller === 'provider') return 401;
  return RANKS[rule].includes(caller) ? 'open' : 403;
}
