/** The sizes in which the storefront shows images, by their longest side in pixels, and the formats of each. */
const SIDES = [480, 960] as const;
const FORMATS = ['avif', 'webp'] as const;

export interface Variant {
  name: string;
  side: (typeof SIDES)[number];
  format: (typeof FORMATS)[number];
}

/** Smaller forms of an image: `480.avif`, `960.webp`. */
export const VARIANTS: Variant[] = SIDES.flatMap((side) =>
  FORMATS.map((format) => ({ name: `${side}.${format}`, side, format })),
);
export const VARIANT_NAMES = VARIANTS.map(({ name }) => name);

export const typeOf = (name: string): string => `image/${name.slice(name.indexOf('.') + 1)}`;
