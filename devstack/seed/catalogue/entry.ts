import type { Picture } from '../draw/picture.js';

/** One demo product. `availableQ` is what can be ordered after all the demo orders are placed. */
export interface CatalogueProduct {
  /** Names the picture files. */
  slug: string;
  name: string;
  kind: Picture['kind'];
  description: string;
  /** Dollars, two decimals at most. */
  price: number;
  minimumOQ: number;
  availableQ: number;
  lowStockAt?: number;
  picture: Picture;
}

type Row = Omit<CatalogueProduct, 'kind' | 'slug'>;

/** Adds what follows from the rest: the kind from the picture, the slug from the name. */
export const entries = (rows: readonly Row[]): CatalogueProduct[] =>
  rows.map((row) => ({
    ...row,
    kind: row.picture.kind,
    slug: row.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }));

export const RED = '#e0262d';
export const BLACK = '#33353b';
export const IVORY = '#e4e2de';
export const GLOW = '#ff4a50';
export const BOARD_GREEN = '#1f4f3f';
export const BOARD_BLACK = '#23262d';
