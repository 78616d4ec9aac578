/** Smaller forms in which the storefront shows an image, by their longest side in pixels. */
export interface Variant {
  name: string;
  side: number;
  format: 'avif' | 'webp';
}

export const VARIANTS: readonly Variant[] = [480, 960].flatMap((side) =>
  (['avif', 'webp'] as const).map((format) => ({ name: `${side}.${format}`, side, format })),
);
export const VARIANT_NAMES = VARIANTS.map(({ name }) => name);

export const typeOf = (name: string): string => `image/${name.slice(name.indexOf('.') + 1)}`;
