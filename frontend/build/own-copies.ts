import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const COPY = '?recharts';
const SHARED = /^(@reduxjs\/toolkit|reselect)$/;
const USER = /[\\/]node_modules[\\/]recharts[\\/]/;

/**
 * Gives recharts, which only the admin's overview loads, copies of its own of Redux Toolkit and reselect: one copy for
 * both would bring the parts that only recharts uses to every page of the shop.
 */
export const ownCopies = (): Plugin => ({
  name: 'own-copies',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !SHARED.test(source) || !(USER.test(importer) || importer.endsWith(COPY))) return null;
    const found = await this.resolve(source, importer.replace(COPY, ''), { ...options, skipSelf: true });
    return found && { ...found, id: found.id + COPY };
  },
  load(id) {
    return id.endsWith(COPY) ? readFile(id.slice(0, -COPY.length), 'utf8') : null;
  },
});
