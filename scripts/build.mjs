import { assertNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

/** `npm run build`: installs what is missing and builds what is stale. */
assertNode();
await ensureInstalled();
await ensureBuilt();
