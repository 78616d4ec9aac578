import { mix, shade } from '../colour.js';
import { front, rect, shift, top, type V2 } from '../geometry.js';
import { letters } from '../letters.js';
import { path, type Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface MemoryImage {
  kind: 'memory';
  form: 'dimm' | 'sodimm';
  sticks: 1 | 2 | 4;
  style: 'bare' | 'fins' | 'wedge' | 'low';
  colour: string;
  accent: string;
  board: string;
  glow?: string;
  capacity: string;
  speed: string;
}

export const memoryView = (p: MemoryImage): View => ({
  yaw: p.sticks === 4 ? 40 : 37,
  pitch: p.sticks === 4 ? 27 : 24,
  fill: [p.form === 'sodimm' ? 0.72 : 0.84, 0.66],
});

const spreader = (p: MemoryImage, w: number, h: number): V2[] => {
  if (p.style === 'fins') {
    const teeth: V2[] = [];
    const n = 9;
    for (let i = 0; i < n; i++) {
      const x = 4 + (i * (w - 8)) / n;
      const s = (w - 8) / n;
      teeth.push([x, 5], [x + s * 0.18, 0], [x + s * 0.72, 0], [x + s * 0.88, 5]);
    }
    return [[0, 7], ...teeth, [w, 7], [w, h], [0, h]];
  }
  if (p.style === 'wedge')
    return [
      [0, 6],
      [9, 0],
      [w * 0.34, 0],
      [w * 0.4, 4],
      [w * 0.6, 4],
      [w * 0.66, 0],
      [w - 9, 0],
      [w, 6],
      [w, h],
      [0, h],
    ];
  return rect(0, 0, w, h, 1.4);
};

const contacts = (w: number, notch: number): string => {
  const n = Math.round(w / 1.62);
  const pins = Array.from({ length: n }, (_, i) => {
    const x = 2 + (i * (w - 4)) / n;
    return x > notch - 2 && x < notch + 2.6 ? '' : `M${x.toFixed(2)} 0V4`;
  }).join('');
  return `<path d="${pins}" stroke="#e4b854" stroke-width="1.02" fill="none"/><path d="${pins}" stroke="#fff0c2" stroke-width=".26" fill="none" transform="translate(-.2 0)"/>`;
};

const stick = (s: Sketch, p: MemoryImage, x: number, y: number): void => {
  const w = p.form === 'dimm' ? 133 : 69.6;
  const boardH = p.form === 'dimm' ? 31 : 30;
  const notch = w * (p.form === 'dimm' ? 0.52 : 0.36);
  const t = 1.6;
  const plane = front(y, x, boardH);
  const board: V2[] = [
    [0, 0],
    [w, 0],
    [w, boardH - 9],
    [w - 1.4, boardH - 9],
    [w - 1.4, boardH],
    [notch + 1.1, boardH],
    [notch + 1.1, boardH - 4],
    [notch - 1.1, boardH - 4],
    [notch - 1.1, boardH],
    [1.4, boardH],
    [1.4, boardH - 9],
    [0, boardH - 9],
  ];
  s.cast([
    [x, y, 0],
    [x + w, y, 0],
    [x + w, y - 5, 0],
    [x, y - 5, 0],
    [x, y, boardH],
    [x + w, y, boardH],
    [x, y - 5, boardH],
    [x + w, y - 5, boardH],
  ]);
  s.extrude(plane, board, t, { colour: p.board, edge: 0.6 });
  s.on(shift(plane, 0, boardH - 4.6), contacts(w, notch));

  if (p.style === 'bare') {
    const chips = p.form === 'dimm' ? 8 : 4;
    const cw = (w - 16) / chips;
    for (let i = 0; i < chips; i++) {
      const cx = 5 + i * cw + (i >= chips / 2 ? 6 : 0);
      const chip = shift(plane, cx, 4, 1.3);
      s.extrude(chip, rect(0, 0, cw * 0.8, p.form === 'dimm' ? 14 : 13, 0.4), 1.3, {
        colour: '#2a2b30',
        edge: 0.55,
      });
      s.on(
        chip,
        letters('RAPID', 1.2, 2, { size: cw * 0.1, colour: '#c9c7c3', opacity: 0.8 }) +
          letters('D5-16G', 1.2, 2 + cw * 0.17, { size: cw * 0.08, colour: '#a9a7a3', opacity: 0.7 }),
      );
    }
    const small = Array.from(
      { length: 26 },
      (_, i) =>
        `<rect x="${4 + i * ((w - 8) / 26)}" y="${boardH - 10}" width="1.6" height="1.7" fill="${i % 5 ? '#8d7a62' : '#1a1a1d'}"/>`,
    ).join('');
    const lw = p.form === 'dimm' ? 42 : 34;
    s.on(
      shift(plane, w * 0.5 - lw / 2, 5.4, 1.4),
      `<rect width="${lw}" height="11" rx=".6" fill="#f4f2ee"/><rect width="3" height="11" fill="${p.accent}"/>${letters(p.capacity, 5, 2, { size: 3.8, colour: '#16171b', weight: 0.18 })}${letters(p.speed, 5, 7.2, { size: 2.2, colour: '#44464c' })}`,
    );
    s.on(plane, small);
    return;
  }

  const tall = p.style === 'low' ? 2 : p.style === 'fins' ? 10 : 9;
  const h = boardH - 8 + tall;
  const back = front(y - t - 0.4, x, boardH + tall);
  const outline = spreader(p, w, h);
  s.extrude(back, outline, 2.6, { colour: shade(p.colour, 0.7) });
  if (p.glow) {
    s.box([x + 4, y - t, boardH - 4], [w - 8, t, tall + 1.5], { colour: p.glow, finish: 'flat', edge: 0.9 });
    s.on(
      top(boardH + tall - 2.5, x + 4, y - t),
      `<rect width="${w - 8}" height="${t}" fill="${mix(p.glow, '#ffffff', 0.65)}"/>`,
    );
  }
  const face = front(y + 3, x, boardH + tall);
  s.extrude(face, outline, 3, { colour: p.colour, finish: 'metal', edge: 0.8 });
  const band: V2[] = [
    [w * 0.05, h - 5],
    [w * 0.3, h * 0.42],
    [w * 0.95, h * 0.42],
    [w * 0.95, h * 0.5],
    [w * 0.325, h * 0.5],
    [w * 0.1, h - 5],
  ];
  const grooves =
    p.style === 'fins'
      ? Array.from(
          { length: 9 },
          (_, i) =>
            `<path d="M${4 + (i + 0.45) * ((w - 8) / 9)} 6V${h * 0.34}" stroke="#000" stroke-opacity=".35" stroke-width="1.1"/>`,
        ).join('')
      : '';
  s.on(
    face,
    `<path d="${path([
      [0, h],
      [w * 0.24, h * 0.36],
      [w, h * 0.36],
      [w, h],
    ])}" fill="#000" opacity=".16"/><path d="${path(band)}" fill="${p.accent}"/>${grooves}` +
      letters('RAPID', w * 0.36, h * 0.6, { size: h * 0.23, colour: '#f6f4f0', weight: 0.19, spacing: 1.2 }) +
      letters(p.capacity, w * 0.95, h * 0.58, {
        size: h * 0.15,
        colour: '#f6f4f0',
        anchor: 'end',
        weight: 0.17,
      }) +
      letters(p.speed, w * 0.95, h * 0.8, {
        size: h * 0.095,
        colour: '#e2dfd9',
        anchor: 'end',
        weight: 0.16,
        opacity: 0.9,
      }) +
      `<path d="M0 ${h}H${w}" stroke="#000" stroke-opacity=".4" stroke-width=".8"/>`,
  );
  if (p.glow)
    s.on(
      front(y + 3, x, boardH + tall),
      `<path d="${path(outline)}" fill="none" stroke="${p.glow}" stroke-opacity=".35" stroke-width="1.4"/>`,
    );
};

export const drawMemory = (s: Sketch, p: MemoryImage): void => {
  const gap = p.style === 'bare' ? 15 : 21;
  for (let i = 0; i < p.sticks; i++) stick(s, p, i * (p.sticks === 4 ? 4 : 9), i * gap);
};
