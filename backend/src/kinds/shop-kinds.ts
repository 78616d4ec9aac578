import type { Kind } from './kind.js';
import { CASE } from './shop/case.js';
import { COOLER } from './shop/cooler.js';
import { FAN } from './shop/fan.js';
import { GRAPHICS_CARD } from './shop/graphics-card.js';
import { HARD_DISK } from './shop/hard-disk.js';
import { MEMORY } from './shop/memory.js';
import { MOTHERBOARD } from './shop/motherboard.js';
import { POWER_SUPPLY } from './shop/power-supply.js';
import { PROCESSOR } from './shop/processor.js';
import { SSD } from './shop/ssd.js';

/** The kinds that come with the shop: those of a computer's parts, storage as SSDs and hard disks. */
export const SHOP_KINDS: readonly Kind[] = [
  PROCESSOR,
  MOTHERBOARD,
  CASE,
  GRAPHICS_CARD,
  POWER_SUPPLY,
  COOLER,
  MEMORY,
  SSD,
  HARD_DISK,
  FAN,
];

/** By the kind's slug, the keys that rules of the shop may read: they stay, with their type and unit. */
export const RESERVED_KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SHOP_KINDS.map(({ slug, specs }) => [slug, specs.map(({ key }) => key)]),
);
