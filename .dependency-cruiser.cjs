/** The import arrows of the repository: who may import whom, and no cycles. */
const LEAVES = ['audit', 'idempotency', 'payment-provider', 'images', 'metrics', 'health', 'payment-lab'];
const FEATURES = ['products', 'purchases', 'payments', 'users', 'auth', 'reviews', 'newsletter'];
const BASE = ['common', 'config\\.ts'];

/** What each room of backend/src may import besides itself. */
const BACKEND = {
  common: ['config\\.ts'],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, BASE])),
  products: [...BASE, ...LEAVES],
  purchases: [...BASE, ...LEAVES, 'products'],
  payments: [...BASE, ...LEAVES, 'products', 'purchases'],
  reports: [...BASE, ...LEAVES, ...FEATURES],
  users: [...BASE, ...LEAVES, 'purchases'],
  auth: [...BASE, ...LEAVES, 'users'],
  reviews: [...BASE, ...LEAVES, 'products', 'purchases'],
  newsletter: [...BASE, ...LEAVES],
  migrations: [...BASE, ...LEAVES, ...FEATURES],
  backup: [...BASE, ...LEAVES, ...FEATURES, 'migrations', 'reports', 'tool\\.ts'],
};

/** The router of `/dashboard/*`, which loads the admin's pages lazily. */
const ROUTER = '^frontend/src/dashboard/dashboard-app\\.tsx$';

/** What each room of frontend/src may import besides itself. */
const FRONTEND = {
  api: [],
  shared: ['api'],
  storefront: ['api', 'shared'],
  dashboard: ['api', 'shared'],
  admin: ['api', 'shared'],
};

const arrows = (root, rooms) =>
  Object.entries(rooms).map(([room, allowed]) => ({
    name: `${root.replace(/\/src$/, '')}-${room}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: `^${root}/${room}/`, pathNot: ROUTER },
    to: { path: `^${root}/`, pathNot: [room, ...allowed].map((name) => `^${root}/${name}(/|$)`) },
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
    apart('the-backend-stands-alone', '^backend/', '^(devstack|frontend|e2e|bench|scripts)/'),
    apart('the-frontend-stands-alone', '^frontend/', '^(devstack|backend|e2e|bench|scripts)/'),
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
