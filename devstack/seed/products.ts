import { BOARDS } from './catalogue/boards.js';
import { CABLES } from './catalogue/cables.js';
import { COMPUTE } from './catalogue/compute.js';
import { COOLING } from './catalogue/cooling.js';
import type { CatalogueProduct } from './catalogue/entry.js';
import { HOUSING } from './catalogue/housing.js';
import { STORAGE } from './catalogue/storage.js';

/** All demo products, kind by kind. */
export const PRODUCTS: readonly CatalogueProduct[] = [
  ...STORAGE,
  ...COMPUTE,
  ...BOARDS,
  ...COOLING,
  ...HOUSING,
  ...CABLES,
];
