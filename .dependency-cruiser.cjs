const { readdirSync } = require('node:fs');

/** The import arrows of the repository: who may import whom, and no cycles. */
const LEAVES = [
  'api-documents',
  'attention',
  'audit',
  'health',
  'idempotency',
  'images',
  'logging',
  'metrics',
  'outbox',
  'payment-lab',
  'payment-provider',
  'rate-limits',
  'response-cache',
  'local-services',
  'tracing',
  'web',
];
const FEATURES = [
  'kinds',
  'products',
  'stock-alerts',
  'search',
  'delivery',
  'basket',
  'purchases',
  'checkout',
  'payments',
  'users',
  'api-keys',
  'auth',
  'customers',
  'reviews',
  'newsletter',
  'saved-views',
];
const BASE = ['common', 'database', 'jobs', 'lists', 'config\\.ts'];

/** What each folder of backend/src may import besides itself. */
const BACKEND = {
  common: ['config\\.ts'],
  database: ['common', 'config\\.ts'],
  jobs: ['common', 'database', 'config\\.ts'],
  lists: ['common', 'config\\.ts'],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, BASE])),
  // an upload reads its body itself, and is made once for an idempotency key
  images: [...BASE, 'idempotency'],
  'api-documents': [...BASE, 'response-cache'],
  // no page has the path of a local service
  web: [...BASE, 'local-services', 'response-cache'],
  kinds: [...BASE, ...LEAVES],
  products: [...BASE, ...LEAVES, 'kinds'],
  'stock-alerts': [...BASE, ...LEAVES, 'products', 'purchases'],
  search: [...BASE, ...LEAVES, 'kinds', 'products'],
  delivery: [...BASE, ...LEAVES, 'products'],
  basket: [...BASE, ...LEAVES, 'products', 'delivery'],
  purchases: [...BASE, ...LEAVES, 'products', 'delivery'],
  checkout: [...BASE, ...LEAVES, 'products', 'delivery', 'basket', 'purchases'],
  payments: [...BASE, ...LEAVES, 'products', 'purchases'],
  reports: [...BASE, ...LEAVES, ...FEATURES],
  users: [...BASE, ...LEAVES, 'purchases'],
  'api-keys': [...BASE, ...LEAVES, 'users'],
  auth: [...BASE, ...LEAVES, 'users', 'api-keys'],
  reviews: [...BASE, ...LEAVES, 'products', 'purchases'],
  customers: [...BASE, ...LEAVES, 'products', 'delivery', 'purchases', 'reviews', 'users'],
  newsletter: [...BASE, ...LEAVES],
  // mail and webhooks: they read the outbox, and no feature imports them
  events: [...BASE, ...LEAVES, ...FEATURES],
  seo: [...BASE, 'products', 'response-cache'],
  'saved-views': [...BASE, ...LEAVES],
  migrations: [...BASE, ...LEAVES, ...FEATURES, 'reports', 'events'],
  cli: [...BASE, ...LEAVES, ...FEATURES, 'migrations', 'reports', 'events', 'app\\.module\\.ts'],
};

/** What each folder of frontend/src may import besides itself. */
const CONTROLS = ['ui', 'lib', 'api'];
const SHARED = ['lists', 'forms', 'ui-admin', ...CONTROLS];
const FRONTEND = {
  api: [],
  styles: [],
  lib: ['api'],
  ui: ['lib', 'api'],
  'ui-admin': ['forms', ...CONTROLS],
  forms: CONTROLS,
  lists: ['forms', 'ui-admin', ...CONTROLS],
  features: SHARED,
  layouts: ['features', 'routes\\.ts', ...SHARED],
  pages: ['features', ...SHARED],
};

/** @throws Error when a folder has no rule, or a rule no folder; `free` ones may import everything */
function assertComplete(root, folders, free = []) {
  const named = [...Object.keys(folders), ...free];
  const there = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );
  const differing = [
    ...there.filter((name) => !named.includes(name)),
    ...named.filter((name) => !there.includes(name)),
  ];
  if (differing.length > 0) throw new Error(`No rule, or no folder, in ${root}: ${differing.join(', ')}`);
}
assertComplete('backend/src', BACKEND);
assertComplete('frontend/src', FRONTEND, ['routing']);

const arrows = (root, folders) =>
  Object.entries(folders).map(([folder, allowed]) => ({
    name: `${root.replace(/\/src$/, '')}-${folder}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/`, pathNot: [folder, ...allowed].map((name) => `^${root}/${name}(/|$)`) },
  }));

const apart = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...arrows('backend/src', BACKEND),
    ...arrows('frontend/src', FRONTEND),
    {
      name: 'a-page-imports-no-other-page',
      severity: 'error',
      from: { path: '^frontend/src/pages/([^/]+/[^/]+)/' },
      // a page shows the not-found page in its place where its address names nothing
      to: { path: '^frontend/src/pages/', pathNot: '^frontend/src/pages/($1|storefront/not-found)/' },
    },
    {
      name: 'the-storefront-has-no-antd',
      severity: 'error',
      from: { path: '^frontend/src/(pages/storefront|layouts/shop|ui|lib|forms)/' },
      to: { path: '^(frontend/src/(ui-admin|lists)|node_modules/(antd|@ant-design))/', reachable: true },
    },
    apart('the-backend-stands-alone', '^backend/', '^(devstack|frontend|e2e|bench|scripts)/'),
    {
      name: 'the-demo-is-loaded-in-a-demo-only',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '^backend/src/(payment-lab|local-services)/' },
      to: { path: '^backend/src/(payment-lab/|local-services/local-services-proxy)', dynamic: false },
    },
    apart('the-frontend-stands-alone', '^frontend/', '^(devstack|backend|e2e|bench|scripts)/'),
    apart('the-client-stands-alone', '^client/src/', '^(backend|frontend|devstack|e2e|bench|scripts)/'),
    apart('journeys-speak-http-only', '^e2e/', '^(devstack|backend|frontend)/'),
    apart(
      'the-store-stands-alone',
      '^devstack/mongo/',
      '^(backend|frontend|e2e|bench|devstack/(identity|payments|seed))/',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|public)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'backend/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
