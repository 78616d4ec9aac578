import { mix, shade } from '../colour.js';
import { fanFace, wireGuard } from '../fan-face.js';
import { front, side, top } from '../geometry.js';
import { letters, letterWidth } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface PowerSupplyImage {
  kind: 'power-supply';
  width: number;
  depth: number;
  height: number;
  watts: number;
  body: string;
  accent: string;
  /** The visible end: modular sockets, or the mains inlet with its honeycomb. */
  end: 'modular' | 'mains';
  grade: string;
}

export const powerSupplyView = (): View => ({ yaw: 41, pitch: 33, fill: [0.76, 0.7] });

const honeycomb = (w: number, h: number, r: number): string => {
  const out: string[] = [];
  for (let row = 0, y = r; y < h; row++, y += r * 1.62)
    for (let x = r + (row % 2) * r * 0.94; x < w; x += r * 1.88) {
      const a = [0, 1, 2, 3, 4, 5].map(
        (i) =>
          `${(x + r * 0.8 * Math.sin((i * Math.PI) / 3)).toFixed(1)} ${(y + r * 0.8 * Math.cos((i * Math.PI) / 3)).toFixed(1)}`,
      );
      out.push(`M${a.join('L')}Z`);
    }
  return out.join('');
};

const socket = (x: number, y: number, cols: number, rows: number, c = 5): string => {
  const pins = Array.from(
    { length: cols * rows },
    (_, i) =>
      `<rect x="${x + 1.6 + (i % cols) * c}" y="${y + 1.6 + Math.floor(i / cols) * c}" width="${c * 0.72}" height="${c * 0.72}" rx=".8" fill="#050506"/>`,
  ).join('');
  return `<rect x="${x}" y="${y}" width="${cols * c + 2}" height="${rows * c + 2}" rx="1.4" fill="#2e3036" stroke="#6a6d75" stroke-width=".5"/>${pins}`;
};

const modularEnd = (w: number, h: number): string =>
  socket(8, 10, 9, 2) +
  socket(60, 10, 5, 2) +
  socket(92, 10, 4, 2) +
  socket(8, 30, 4, 2) +
  socket(34, 30, 4, 2) +
  socket(60, 30, 4, 2) +
  socket(86, 30, 6, 2) +
  socket(8, 50, 6, 1) +
  socket(44, 50, 6, 1) +
  socket(80, 50, 6, 1) +
  letters('ATX', 8, 3.6, { size: 3.4, colour: '#d8d6d2' }) +
  letters('CPU', 60, 3.6, { size: 3.4, colour: '#d8d6d2' }) +
  letters('PCIE', w - 46, 3.6, { size: 3.4, colour: '#d8d6d2' }) +
  letters('SATA', 8, h - 18, { size: 3.4, colour: '#d8d6d2' });

const mainsEnd = (w: number, h: number): string =>
  `<path d="${honeycomb(w - 60, h - 14, 4.4)}" transform="translate(52 7)" fill="#060607"/>` +
  `<rect x="9" y="12" width="34" height="27" rx="3" fill="#1a1b1f" stroke="#5b5e66" stroke-width=".8"/><path d="M15 18h22l3 5v11H12V23z" fill="#050506"/>` +
  [19, 26, 33]
    .map((x) => `<rect x="${x - 1.2}" y="${x === 26 ? 22 : 27}" width="2.4" height="5" fill="#c9a45a"/>`)
    .join('') +
  `<rect x="14" y="48" width="24" height="14" rx="2" fill="#101114" stroke="#5b5e66" stroke-width=".7"/><rect x="16" y="50" width="20" height="10" rx="1.4" fill="#c8242b"/><path d="M22 52.5v5" stroke="#fff" stroke-width="1.1"/><circle cx="30.5" cy="55" r="2.2" fill="none" stroke="#fff" stroke-width="1"/>`;

export const drawPowerSupply = (s: Sketch, p: PowerSupplyImage): void => {
  const { width: w, depth: d, height: h } = p;
  s.box([0, 0, 0], [w, d, h], { colour: p.body, edge: 0.55 }, { radius: 3, shadow: true });

  const lid = top(h, 0, 0);
  const r = Math.min(w, d) * 0.43;
  const recess = s.cam.recess(lid, 1);
  const fan = fanFace(s, {
    r,
    blades: 11,
    blade: '#4a4d55',
    recess,
    depth: 16,
    turn: 12,
    badge: p.accent,
    wall: p.body,
  });
  const screws = [
    [7, 7],
    [w - 7, 7],
    [7, d - 7],
    [w - 7, d - 7],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="2.6" fill="#0d0d10"/><circle cx="${x! - 0.4}" cy="${y! - 0.4}" r="2" fill="#83868d"/><path d="M${x! - 1.4} ${y}h2.4" stroke="#222" stroke-width=".6"/>`,
    )
    .join('');
  s.on(
    lid,
    `${screws}<g transform="translate(${w / 2} ${d / 2})">${fan}${wireGuard(s, r, 7, '#6a6d75')}<circle r="${r * 0.24}" fill="${shade(p.body, 0.9)}" stroke="#9b9ea6" stroke-width=".8"/><g transform="scale(${r * 0.019})"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="${p.accent}"/></g></g>`,
  );

  const face = front(d, 0, h);
  const light = p.body > '#888888';
  const [ink, soft] = light ? ['#26282d', '#4d5058'] : ['#f4f2ee', '#cfccc6'];
  const stripe = s.linear(
    [0, 0],
    [w, 0],
    [
      [0, p.accent],
      [1, mix(p.accent, '#000000', 0.35)],
    ],
  );
  s.on(
    face,
    `<rect x="8" y="10" width="${w - 16}" height="${h - 20}" rx="3" fill="${light ? shade(p.body, 0.95) : shade(p.body, 0.55)}" opacity=".55"/>` +
      `<path d="M8 ${h - 24}L${w * 0.44} ${h - 24}L${w * 0.5} ${h - 10}H11a3 3 0 0 1 -3 -3Z" fill="${stripe}"/>` +
      letters(String(p.watts), 16, h * 0.24, { size: h * 0.31, colour: ink, weight: 0.17 }) +
      letters('WATT', 23 + letterWidth(String(p.watts), h * 0.31), h * 0.43, {
        size: h * 0.12,
        colour: soft,
        weight: 0.17,
      }) +
      letters('RAPID', 16, h - 20.5, { size: 6.4, colour: '#fff', weight: 0.2, spacing: 1.2 }) +
      letters(p.grade, w - 14, h - 20, { size: 5.4, colour: soft, anchor: 'end', weight: 0.17 }),
  );
  s.on(side(w, d, h), p.end === 'modular' ? modularEnd(d, h) : mainsEnd(d, h));
};
