import { mix, shade } from '../colour.js';
import { rect, side, top, type V2 } from '../geometry.js';
import { letters } from '../letters.js';
import { path, type Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface MotherboardImage {
  kind: 'motherboard';
  width: number;
  depth: number;
  board: string;
  metal: string;
  accent: string;
  memory: 2 | 4;
  slots: 1 | 2 | 3;
  label: string;
}

export const motherboardView = (): View => ({ yaw: 41, pitch: 46, fill: [0.86, 0.76] });

/** Fine copper runs, seeded by a fixed step so that every run draws the same board. */
const traces = (w: number, d: number, colour: string): string => {
  let seed = 7;
  const next = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const runs: string[] = [];
  for (let i = 0; i < 90; i++) {
    const [x, y] = [8 + next(w - 40), 8 + next(d - 40)];
    const [a, b] = [8 + next(42), 6 + next(18)];
    runs.push(`M${x} ${y}h${a}l${b} ${next(2) ? b : -Math.min(b, y - 4)}h${6 + next(14)}`);
  }
  const vias = Array.from(
    { length: 150 },
    () => `<circle cx="${5 + next(w - 10)}" cy="${5 + next(d - 10)}" r=".8"/>`,
  ).join('');
  return `<path d="${runs.join('')}" fill="none" stroke="${colour}" stroke-width=".7" opacity=".5"/><g fill="${mix(colour, '#d9ab4a', 0.5)}" opacity=".6">${vias}</g>`;
};

interface Part {
  at: [number, number, number];
  size: [number, number, number];
  draw: () => void;
}

const SLOT = 112;

const fins = (fw: number, fd: number, along: boolean): string =>
  Array.from({ length: Math.floor((along ? fw : fd) / 6) }, (_, i) =>
    along ? `<path d="M${4 + i * 6} 2V${fd - 2}"/>` : `<path d="M2 ${4 + i * 6}H${fw - 2}"/>`,
  ).join('');

const finGroup = (fw: number, fd: number, along: boolean): string =>
  `<g stroke="#000" stroke-opacity=".42" stroke-width="2">${fins(fw, fd, along)}</g><g stroke="#fff" stroke-opacity=".22" stroke-width=".6" transform="translate(1.2 1.2)">${fins(fw, fd, along)}</g>`;

export const drawMotherboard = (s: Sketch, p: MotherboardImage): void => {
  const { width: w, depth: d } = p;
  const t = 3;
  s.box([0, 0, 0], [w, d, t], { colour: p.board, edge: 0.6 }, { radius: 3, shadow: true });
  const clip = s.clip(`<rect x="2" y="2" width="${w - 4}" height="${d - 4}"/>`);
  const holes = [
    [7, 7],
    [w - 7, 7],
    [7, d - 7],
    [w - 7, d - 7],
    [w / 2, d - 7],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="4.4" fill="#d8ae55"/><circle cx="${x}" cy="${y}" r="2.4" fill="#0c0c0e"/>`,
    )
    .join('');
  s.on(top(t), `<g clip-path="${clip}">${traces(w, d, mix(p.board, '#ffffff', 0.22))}</g>${holes}`);

  const parts: Part[] = [];
  const box = (
    at: Part['at'],
    size: Part['size'],
    colour: string,
    extra: { radius?: number; edge?: number; metal?: boolean } = {},
    art?: string,
  ): void => {
    const draw = (): void => {
      s.box(
        [at[0], at[1], at[2] + t],
        size,
        { colour, edge: extra.edge ?? 0.5, ...(extra.metal ? { finish: 'metal' as const } : {}) },
        { radius: extra.radius ?? 0 },
      );
      if (art) s.on(top(at[2] + t + size[2], at[0], at[1]), art);
    };
    parts.push({ at, size, draw });
  };

  const ioD = 132;
  const ink = p.metal > '#999999' ? '#26282d' : '#f4f2ee';
  box(
    [-4, 12, 0],
    [34, ioD, 30],
    p.metal,
    { radius: 2, metal: true, edge: 0.8 },
    `<path d="${path([
      [0, ioD * 0.62],
      [34, ioD * 0.5],
      [34, ioD * 0.58],
      [0, ioD * 0.7],
    ])}" fill="${p.accent}"/><g transform="rotate(90 17 ${ioD * 0.2}) translate(17 ${ioD * 0.2})">${letters('RAPID', 0, -5, { size: 10, colour: ink, anchor: 'middle', weight: 0.19 })}</g>`,
  );

  const [sx, sy] = [w * 0.36, d * 0.19];
  box(
    [w * 0.135, sy - 6, 0],
    [22, 74, 22],
    p.metal,
    { radius: 2, metal: true, edge: 0.8 },
    finGroup(22, 74, false),
  );
  box([sx - 12, 8, 0], [86, 20, 22], p.metal, { radius: 2, metal: true, edge: 0.8 }, finGroup(86, 20, true));

  const k = 62;
  const lid = s.linear(
    [0, 0],
    [k, k],
    [
      [0, '#e9ebee'],
      [0.5, '#b3b8bf'],
      [1, '#8b9098'],
    ],
  );
  const pins = Array.from({ length: 12 }, (_, i) => `M${16 + i * 2.7} 13V49M14 ${15 + i * 2.8}H48`).join('');
  box(
    [sx - 6, sy, 0],
    [k, k, 5],
    '#c4c8ce',
    { radius: 3, metal: true, edge: 0.9 },
    `<rect x="4" y="4" width="${k - 8}" height="${k - 8}" rx="2" fill="${lid}"/><rect x="11" y="11" width="40" height="40" rx="1.5" fill="#17181c"/><path d="${pins}" stroke="#caa04a" stroke-width=".7" opacity=".75"/><rect x="24" y="25" width="14" height="13" fill="#22242a"/><path d="M57 6V56" stroke="#5f646c" stroke-width="1.6"/>`,
  );

  for (let i = 0; i < p.memory; i++) {
    const x = w * 0.645 + i * (p.memory === 4 ? 11.5 : 14);
    box(
      [x, 16, 0],
      [7, 138, 9],
      i % 2 ? '#2b2d33' : mix(p.accent, '#1b1c20', i % 2 ? 1 : 0.15),
      { edge: 0.6 },
      `<path d="M3.5 6V132" stroke="#000" stroke-opacity=".65" stroke-width="2.2"/><rect x=".6" y="-2" width="5.8" height="7" rx="1" fill="#e6e4df"/><rect x=".6" y="133" width="5.8" height="7" rx="1" fill="#e6e4df"/>`,
    );
  }
  box(
    [w - 18, 30, 0],
    [12, 54, 13],
    '#24262b',
    { edge: 0.6 },
    Array.from(
      { length: 24 },
      (_, i) =>
        `<rect x="${1.6 + (i % 2) * 4.8}" y="${2 + Math.floor(i / 2) * 4.2}" width="3.6" height="3" rx=".6" fill="#050506"/>`,
    ).join(''),
  );
  box([w - 14, 100, 0], [9, 18, 8], '#2b2d33');
  const y0 = 176;
  const gap = (d - y0 - 16) / Math.max(p.slots, 1);
  for (let i = 0; i < p.slots; i++) {
    const y = p.slots === 1 ? d - 22 : y0 - 8 + i * gap;
    box(
      [w * 0.13, y, 0],
      [SLOT, 9, 10],
      i === 0 ? '#aeb3ba' : '#2b2d33',
      { edge: 0.7, metal: i === 0 },
      `<rect x="2.4" y="2.6" width="${SLOT - 5}" height="4" rx="1" fill="#101114"/><path d="M22 2v5" stroke="#aeb3ba" stroke-width="2"/>`,
    );
    if (p.slots > 1 && i < p.slots - 1)
      box(
        [w * 0.13, y + gap * 0.45, 0],
        [SLOT - 4, Math.min(20, gap * 0.5), 6],
        p.metal,
        { radius: 2, metal: true, edge: 0.8 },
        `<path d="M0 16L44 3H${SLOT - 4}V7H46L6 ${Math.min(20, gap * 0.5)}H0Z" fill="${p.accent}" opacity=".9"/>`,
      );
  }
  const [cx, cy] = p.slots === 1 ? [w * 0.26, 118] : [w * 0.66, y0 + (d - y0) * 0.2];
  const [cw, cd] = p.slots === 1 ? [66, 36] : [62, Math.min(66, d - y0 - 22)];
  box(
    [cx, cy, 0],
    [cw, cd, 10],
    p.metal,
    { radius: 4, metal: true, edge: 0.9 },
    `<path d="${path([
      [0, cd * 0.8],
      [cw * 0.5, cd * 0.8],
      [cw, cd * 0.36],
      [cw, cd * 0.52],
      [cw * 0.56, cd * 0.95],
      [0, cd * 0.95],
    ])}" fill="${p.accent}"/>${letters(p.label, cw * 0.12, cd * 0.2, { size: Math.min(13, cd * 0.3), colour: ink, weight: 0.18 })}`,
  );
  for (let i = 0; i < 4; i++)
    box(
      [w - 13, d * 0.62 + i * 17 > d - 20 ? d - 20 : d * 0.62 + i * 17, 0],
      [9, 13, 7],
      i % 2 ? p.accent : '#26272c',
    );

  const caps: V2[] = [];
  for (let i = 0; i < 8; i++) caps.push([sx - 4 + i * 8, sy + k + 7]);
  for (let i = 0; i < 5; i++) caps.push([w * 0.23, sy + 6 + i * 11]);
  for (let i = 0; i < 4; i++) caps.push([w * 0.12 + i * 11, d - 9]);
  for (const [x, y] of caps) {
    const draw = (): void => {
      s.extrude(top(t + 9, x, y), rect(-3.2, -3.2, 6.4, 6.4, 3.2), 9, {
        colour: '#c9cdd3',
        finish: 'metal',
        edge: 0.9,
      });
      s.on(
        top(t + 9, x, y),
        '<path d="M-3.2 0A3.2 3.2 0 0 1 0 -3.2L0 3.2A3.2 3.2 0 0 1 -3.2 0Z" fill="#1b1c20" opacity=".75"/>',
      );
    };
    parts.push({ at: [x - 3, y - 3, 0], size: [6, 6, 9], draw });
  }

  const nearness = (q: Part): number => (q.at[0] + q.size[0] / 2) * 0.66 + (q.at[1] + q.size[1] / 2) * 0.75;
  for (const q of parts.toSorted((a, b) => nearness(a) - nearness(b))) {
    const shade1 = s.blur(1.6);
    s.on(
      top(t),
      `<rect x="${q.at[0] + 1}" y="${q.at[1] - 1}" width="${q.size[0] + q.size[2] * 0.35}" height="${q.size[1]}" fill="#000" opacity=".4" filter="${shade1}"/>`,
    );
    q.draw();
  }
  s.on(
    side(w, d, t),
    `<path d="M0 ${t * 0.5}H${d}" stroke="${shade(p.board, 1)}" stroke-width=".5" opacity=".6"/>`,
  );
};
