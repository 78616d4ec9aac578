import type { Image } from '../draw/image.js';

/** One demo product. `availableQ` is what can be ordered after all the demo orders are placed. */
export interface CatalogueProduct {
  /** Names the image files. */
  slug: string;
  name: string;
  kind: Image['kind'];
  description: string;
  /** Dollars, two decimals at most. */
  price: number;
  /** Prices in dollars from so many units on. */
  breaks?: readonly (readonly [from: number, price: number])[];
  minimumOQ: number;
  /** Units of a pack. */
  orderStep?: number;
  availableQ: number;
  lowStockAt?: number;
  image: Image;
}

type Row = Omit<CatalogueProduct, 'kind' | 'slug'>;

/** Adds what follows from the rest: the kind from the image, the slug from the name. */
export const entries = (rows: readonly Row[]): CatalogueProduct[] =>
  rows.map((row) => ({
    ...row,
    kind: row.image.kind,
    slug: row.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }));

export const RED = '#e0262d';
export const BLACK = '#33353b';
export const IVORY = '#e4e2de';
export const GLOW = '#ff4a50';
export const BOARD_GREEN = '#1f4f3f';
export const BOARD_BLACK = '#23262d';
