import { CASES } from './catalogue/case.js';
import { COOLERS } from './catalogue/cooler.js';
import type { CatalogueProduct } from './catalogue/entry.js';
import { FANS } from './catalogue/fan.js';
import { GRAPHICS_CARDS } from './catalogue/graphics-card.js';
import { HARD_DISKS } from './catalogue/hard-disk.js';
import { MEMORY } from './catalogue/memory.js';
import { MOTHERBOARDS } from './catalogue/motherboard.js';
import { POWER_SUPPLIES } from './catalogue/power-supply.js';
import { PROCESSORS } from './catalogue/processor.js';
import { SSDS } from './catalogue/ssd.js';
import { OWN_KINDS } from './own-kinds.js';

/** All demo products, kind by kind: those of the shop's kinds, then those of the demo's own. */
export const PRODUCTS: readonly CatalogueProduct[] = [
  ...HARD_DISKS,
  ...SSDS,
  ...PROCESSORS,
  ...MEMORY,
  ...MOTHERBOARDS,
  ...GRAPHICS_CARDS,
  ...COOLERS,
  ...FANS,
  ...POWER_SUPPLIES,
  ...CASES,
  ...OWN_KINDS.flatMap(({ products }) => products),
];
