import { readdirSync } from 'node:fs';
import type { Kind } from '../../backend/src/kinds/kind.js';
import type { CatalogueProduct } from './catalogue/entry.js';

/** A kind of the demo's own, with its products: what a file in `kinds/` exports. */
export interface OwnKind {
  kind: Kind;
  products: readonly CatalogueProduct[];
}

const FOLDER = new URL('kinds/', import.meta.url);

/** In the order of their files' names. Adding a file adds a kind. */
export const OWN_KINDS: readonly OwnKind[] = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => import(new URL(name, FOLDER).href) as Promise<OwnKind>),
);
