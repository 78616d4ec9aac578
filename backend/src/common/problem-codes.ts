/** Every kind of problem, in the order of docs/api.md, which says what each means. */
export const PROBLEM_CODES = [
  // 400
  'invalid-input',
  'not-json',
  'incomplete-body',
  'address-too-long',
  'bad-host',
  // 401 and 403
  'not-signed-in',
  'not-allowed',
  'missing-scope',
  // 404 and 405
  'not-found',
  'gone',
  'pay-link-invalid',
  'pay-link-expired',
  'stock-alert-link-invalid',
  'stock-alert-link-expired',
  'method-not-allowed',
  // 409
  'not-enough-stock',
  'new-customer-stock-share',
  'new-customers-joint-share',
  'too-much-stock',
  'product-available',
  'price-changed',
  'lines-refused',
  'too-many-unpaid-orders',
  'wrong-state',
  'pay-link-closed',
  'mail-not-configured',
  'no-address',
  'not-an-admin',
  'nothing-to-tell',
  'payment-mismatch',
  'payment-provider-refused',
  'not-paid',
  'confirm-first',
  'refund-failed',
  'refunds-differ',
  'event-not-handled',
  'sku-taken',
  'external-id-taken',
  'kind-in-use',
  'name-taken',
  'catalogue-changed',
  'preview-stale',
  'email-not-verified',
  'own-account',
  'last-admin',
  'too-many-keys',
  'too-many-kinds',
  'too-many-notes',
  'too-many-views',
  'too-many-webhooks',
  'too-many-addresses',
  'too-many-alerts',
  'idempotency-key-in-use',
  'write-conflict',
  // 412 and 428
  'stale-version',
  'version-required',
  // 413 and 415
  'excessive-body',
  'image-too-large',
  'import-too-large',
  'unsupported-body',
  'compressed-body',
  'not-csv',
  'not-multipart',
  'unsupported-image',
  // 422
  'quantity-below-minimum',
  'sold-in-packs',
  'not-delivered',
  'other-destination',
  'total-out-of-range',
  'product-not-named',
  'refund-too-large',
  'not-to-be-shipped',
  'not-to-be-refunded',
  'invalid-import',
  'too-many-rows',
  'search-index-missing',
  'idempotency-key-reused',
  // 429 and 431
  'too-many-requests',
  'too-many-headers',
  // 503
  'busy',
  'dependency-down',
  'payment-provider-denied',
  'stopping',
  'hung',
  'not-seeded',
  'search-index-building',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

const PREFIX = 'urn:rapid:problem:';

/** The `type` of a problem; a status that says it all has none of its own. */
export type ProblemType = `${typeof PREFIX}${ProblemCode}` | 'about:blank';
export const typeOf = (code: ProblemCode | undefined): ProblemType =>
  code === undefined ? 'about:blank' : `${PREFIX}${code}`;

export const PROBLEM_TYPES: ProblemType[] = ['about:blank', ...PROBLEM_CODES.map(typeOf)];
