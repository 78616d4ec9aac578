type Rgb = [number, number, number];

const parse = (hex: string): Rgb => {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};
const format = (c: Rgb): string =>
  `#${c
    .map((v) =>
      Math.round(Math.min(255, Math.max(0, v)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const mix = (a: string, b: string, k: number): string => {
  const [x, y] = [parse(a), parse(b)];
  return format([0, 1, 2].map((i) => x[i]! + (y[i]! - x[i]!) * k) as Rgb);
};

/** A colour under a brightness: 0.8 leaves it as it is, less turns it towards a cool black, more towards white. */
export const shade = (colour: string, light: number): string =>
  light < 0.8
    ? mix(colour, '#0d0e14', Math.min(0.8, (0.8 - light) * 1.15))
    : mix(colour, '#ffffff', Math.min(0.7, (light - 0.8) * 0.9));

export const INK = '#16171b';
export const GRAPHITE = '#3a3c43';
export const CHARCOAL = '#2b2d33';
export const STEEL = '#9aa0a8';
export const SILVER = '#c9cdd3';
export const WHITE = '#eceae6';
export const RED = '#e0262d';
export const GOLD = '#d9ab4a';
export const COPPER = '#c47b4a';
