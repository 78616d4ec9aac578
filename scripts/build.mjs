import { prepare } from './lib/prepare.mjs';

/** `npm run build`: installs what is missing and builds what is stale. */
await prepare();
