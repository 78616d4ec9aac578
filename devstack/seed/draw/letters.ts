/** Our own one-stroke alphabet, so that images look the same on every machine whatever fonts it has. Cap height is 6. */
const GLYPHS: Record<string, [width: number, path: string]> = {
  A: [4, 'M0 6L2 0L4 6M.8 4H3.2'],
  B: [4, 'M0 0V6H2.6Q4 6 4 4.5Q4 3 2.6 3H0M0 0H2.4Q3.7 0 3.7 1.5Q3.7 3 2.4 3'],
  C: [4, 'M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q3.4 6 4 4.8'],
  D: [4, 'M0 0V6H1.7Q4 6 4 3Q4 0 1.7 0Z'],
  E: [3.6, 'M3.6 0H0V6H3.6M0 3H3'],
  F: [3.6, 'M3.6 0H0V6M0 3H3'],
  G: [4, 'M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q4 6 4 4V3.2H2.2'],
  H: [4, 'M0 0V6M4 0V6M0 3H4'],
  I: [0.6, 'M.3 0V6'],
  J: [3, 'M3 0V4.4Q3 6 1.5 6Q0 6 0 4.4'],
  K: [4, 'M0 0V6M4 0L0 3.6M1.5 2.4L4 6'],
  L: [3.4, 'M0 0V6H3.4'],
  M: [5, 'M0 6V0L2.5 4L5 0V6'],
  N: [4, 'M0 6V0L4 6V0'],
  O: [4.2, 'M2.1 0Q4.2 0 4.2 3Q4.2 6 2.1 6Q0 6 0 3Q0 0 2.1 0Z'],
  P: [4, 'M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0'],
  Q: [4.2, 'M2.1 0Q4.2 0 4.2 3Q4.2 6 2.1 6Q0 6 0 3Q0 0 2.1 0ZM2.6 4.4L4.2 6.2'],
  R: [4, 'M0 6V0H2.4Q4 0 4 1.7Q4 3.4 2.4 3.4H0M2.1 3.4L4 6'],
  S: [4, 'M3.8 1.1Q3.3 0 2 0Q.2 0 .2 1.5Q.2 2.8 2 3Q4 3.2 4 4.6Q4 6 2 6Q.4 6 0 4.9'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [4, 'M0 0V4Q0 6 2 6Q4 6 4 4V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.4, 'M0 0L1.3 6L2.7 1.5L4.1 6L5.4 0'],
  X: [4, 'M0 0L4 6M4 0L0 6'],
  Y: [4, 'M0 0L2 3L4 0M2 3V6'],
  Z: [4, 'M0 0H4L0 6H4'],
  '0': [4, 'M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0Z'],
  '1': [2.4, 'M.4 1.2L1.8 0V6'],
  '2': [4, 'M.1 1.4Q.3 0 2 0Q3.9 0 3.9 1.7Q3.9 2.8 2.6 3.8L0 6H4'],
  '3': [4, 'M.2 .9Q.8 0 2 0Q3.7 0 3.7 1.5Q3.7 2.9 2 2.9Q4 2.9 4 4.5Q4 6 2 6Q.5 6 0 4.9'],
  '4': [4, 'M3 6V0L0 4.2H4'],
  '5': [4, 'M3.7 0H.5L.2 2.8Q1 2.2 2 2.2Q4 2.2 4 4.1Q4 6 2 6Q.6 6 0 5'],
  '6': [4, 'M3.6 .8Q3 0 2.1 0Q0 0 0 3.4Q0 6 2 6Q4 6 4 4.2Q4 2.5 2.1 2.5Q.4 2.5 0 4'],
  '7': [4, 'M0 0H4L1.5 6'],
  '8': [
    4,
    'M2 2.9Q.3 2.9 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.9 2 2.9Q0 2.9 0 4.5Q0 6 2 6Q4 6 4 4.5Q4 2.9 2 2.9',
  ],
  '9': [4, 'M.4 5.2Q1 6 1.9 6Q4 6 4 2.6Q4 0 2 0Q0 0 0 1.8Q0 3.5 1.9 3.5Q3.6 3.5 4 2'],
  '-': [3, 'M.2 3.2H2.8'],
  '+': [4, 'M.2 3.2H3.8M2 1.4V5'],
  '/': [3, 'M0 6.4L3 -.4'],
  '.': [0.6, 'M.3 5.8V6'],
  ',': [0.8, 'M.6 5.7V6.1L.2 7'],
  ' ': [2, ''],
};

export interface LetterStyle {
  /** Cap height in the surface's own units. */
  size: number;
  colour: string;
  /** Stroke width as a share of the cap height. */
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  opacity?: number;
}

const GAP = 1.5;

export const letterWidth = (text: string, size: number, spacing = 1): number => {
  const sum = Array.from(text).reduce((w, c) => w + (GLYPHS[c]?.[0] ?? 2) + GAP * spacing, -GAP * spacing);
  return (sum * size) / 6;
};

/** The cap height at which a text is no wider than `room`, at most `size`. */
export const fitLetters = (text: string, size: number, room: number): number =>
  Math.min(size, (size * room) / letterWidth(text, size));

/** Text as strokes, its cap line at `y`. Unknown characters are left blank. */
export const letters = (text: string, x: number, y: number, style: LetterStyle): string => {
  const k = style.size / 6;
  const spacing = style.spacing ?? 1;
  const width = letterWidth(text, style.size, spacing);
  let cursor = x - (style.anchor === 'middle' ? width / 2 : style.anchor === 'end' ? width : 0);
  const parts: string[] = [];
  for (const c of text) {
    const [w, path] = GLYPHS[c] ?? [2, ''];
    if (path)
      parts.push(
        `<path transform="translate(${cursor.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})" d="${path}"/>`,
      );
    cursor += (w + GAP * spacing) * k;
  }
  const stroke = (style.weight ?? 0.14) * 6;
  return `<g fill="none" stroke="${style.colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round" opacity="${style.opacity ?? 1}">${parts.join('')}</g>`;
};
