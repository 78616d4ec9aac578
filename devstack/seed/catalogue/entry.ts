import type { Specs } from '../../../backend/src/kinds/kind.js';
import type { Image } from '../draw/image.js';

/** One demo product. `availableQ` is what can be ordered after all the demo orders are placed. */
export interface CatalogueProduct {
  /** Names the image files. */
  slug: string;
  name: string;
  /** The slug of its kind. */
  kind: string;
  /** What its specifications do not say: what it is for, how it is made, what is in the box. */
  description: string;
  partNumbers: readonly string[];
  /** Dollars, two decimals at most. */
  price: number;
  /** Prices in dollars from so many units on. */
  breaks?: readonly (readonly [from: number, price: number])[];
  minimumOQ: number;
  /** Units of a pack. */
  orderStep?: number;
  availableQ: number;
  lowStockAt?: number;
  /** By the keys of its kind's specifications, as the shop stores them. */
  specs: Specs;
  /** How its image is drawn, or the address of one that there is: `/products/quarry-vault-20-tb.webp`. */
  image: Image | `/${string}`;
}

type Row = Omit<CatalogueProduct, 'kind' | 'slug'>;

/** The products of a kind, each with a slug from its name. */
export const entries = (kind: string, rows: readonly Row[]): CatalogueProduct[] =>
  rows.map((row) => ({
    ...row,
    kind,
    slug: row.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }));

export const RED = '#e0262d';
export const BLACK = '#33353b';
export const IVORY = '#e4e2de';
export const GLOW = '#ff4a50';
export const BOARD_GREEN = '#1f4f3f';
export const BOARD_BLACK = '#23262d';
