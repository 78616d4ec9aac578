import { mix, shade } from './colour.js';
import { circle, front, rect, side, top, type V3 } from './geometry.js';
import { letters } from './letters.js';
import type { Sketch } from './sketch.js';
import { curve, tube } from './wire.js';

export const MARK = 'M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z';

/** A shipping carton with our tape and mark, standing on its own origin. */
export const carton = (s: Sketch, [w, d, h]: V3, tone = '#c79a68', tape = '#d6232b'): void => {
  s.box([0, 0, 0], [w, d, h], { colour: tone, edge: 0.5 }, { radius: 1.5, shadow: true });
  const seam = s.linear(
    [0, 0],
    [w, 0],
    [
      [0, '#000', 0.1],
      [1, '#000', 0.3],
    ],
  );
  s.on(
    top(h),
    `<rect y="${d * 0.42}" width="${w}" height="${d * 0.16}" fill="${tape}"/><path d="M0 ${d / 2}H${w}" stroke="${seam}" stroke-width="1"/>${letters('RAPID', w * 0.5, d * 0.47, { size: d * 0.06, colour: '#fff', anchor: 'middle', weight: 0.2, spacing: 1.5 })}`,
  );
  s.on(
    side(w, d, h),
    `<rect x="${d * 0.42}" width="${d * 0.16}" height="${h * 0.22}" fill="${mix(tape, '#000000', 0.35)}"/><g transform="translate(${d * 0.22} ${h * 0.72})" fill="none" stroke="#3a2714" stroke-opacity=".6" stroke-width="${h * 0.022}"><path d="M0 ${h * 0.1}V${-h * 0.06}M${-h * 0.04} ${-h * 0.02}L0 ${-h * 0.08}L${h * 0.04} ${-h * 0.02}M${h * 0.13} ${h * 0.1}V${-h * 0.06}M${h * 0.09} ${-h * 0.02}L${h * 0.13} ${-h * 0.08}L${h * 0.17} ${-h * 0.02}"/></g>`,
  );
  s.on(
    front(d, 0, h),
    `<g transform="translate(${w * 0.2} ${h * 0.42}) scale(${h * 0.03})"><path d="${MARK}" fill="#3a2714" opacity=".8"/></g>${letters('RAPID', w * 0.36, h * 0.3, { size: Math.min(h * 0.17, w * 0.1), colour: '#3a2714', weight: 0.19, spacing: 1.15, opacity: 0.8 })}${letters('MANUFACTURER', w * 0.36, h * 0.53, { size: Math.min(h * 0.07, w * 0.045), colour: '#3a2714', weight: 0.17, opacity: 0.7 })}<rect x="${w * 0.66}" y="${h * 0.68}" width="${w * 0.26}" height="${h * 0.22}" fill="#f4efe6"/><path d="M${w * 0.69} ${h * 0.74}h${w * 0.2}M${w * 0.69} ${h * 0.79}h${w * 0.14}M${w * 0.69} ${h * 0.84}h${w * 0.17}" stroke="#555" stroke-width="${h * 0.016}"/>`,
  );
};

export const pallet = (s: Sketch, w: number, d: number): void => {
  const wood = '#b88a5a';
  for (const y of [0, d / 2 - 5, d - 10])
    s.box([0, y, 0], [w, 10, 9], { colour: shade(wood, 0.68) }, { shadow: true });
  for (let i = 0; i < 6; i++)
    s.box([(i * (w - w / 7.4)) / 5, 0, 9], [w / 7.4, d, 4], { colour: wood, edge: 0.5 });
};

/** A belt along x, its surface at height `z`. */
export const conveyor = (s: Sketch, length: number, width: number, z: number): void => {
  for (let x = 60; x < length; x += 260) {
    s.box([x, 14, 0], [16, 14, z - 20], { colour: '#3a3c43' });
    s.box([x, width - 28, 0], [16, 14, z - 20], { colour: '#3a3c43' });
  }
  s.box([0, 0, z - 22], [length, width, 20], { colour: '#55585f', finish: 'metal', edge: 0.6 });
  s.box([0, 0, z - 2], [length, width, 2], { colour: '#24262b', edge: 0.3 });
  const lines = Array.from({ length: Math.floor(length / 22) }, (_, i) => `M${i * 22} 12V${width - 12}`).join(
    '',
  );
  s.on(top(z), `<path d="${lines}" stroke="#fff" stroke-opacity=".06" stroke-width="2"/>`);
  s.box([0, width - 8, z - 22], [length, 8, 28], { colour: '#c9cdd3', finish: 'metal', edge: 0.8 });
  s.on(
    front(width, 0, z + 6),
    `<rect y="9" width="${length}" height="5" fill="#d6232b"/>${Array.from({ length: Math.floor(length / 80) }, (_, i) => `<circle cx="${40 + i * 80}" cy="21" r="3" fill="#4a4d55"/>`).join('')}`,
  );
};

/** A jointed robot arm standing at its origin, its tool hanging at `tip`. */
export const robot = (s: Sketch, tip: V3, lamp = '#ff4a50'): void => {
  const steel = '#e4e2de';
  s.box([-46, -46, 0], [92, 92, 24], { colour: '#2b2d33', edge: 0.5 }, { radius: 10 });
  s.extrude(top(80), circle(0, 0, 36), 60, { colour: '#3a3c43', edge: 0.6 });
  s.extrude(top(96), circle(0, 0, 40), 16, { colour: '#d6232b', edge: 0.7 });
  const [x, y, z] = tip;
  const elbow: V3 = [x * 0.28, y * 0.28 - 24, Math.max(z, 120) + 210];
  const wrist: V3 = [x, y, z + 92];
  tube(s, [[0, 0, 96], elbow], { width: 42, colour: steel });
  tube(s, curve([[10, 14, 96], [elbow[0] * 0.5 + 34, elbow[1] * 0.5 + 30, elbow[2] * 0.55], elbow]), {
    width: 8,
    colour: '#26272c',
  });
  joint(s, elbow, 30);
  tube(s, [elbow, wrist], { width: 32, colour: steel });
  joint(s, wrist, 22);
  tube(s, [wrist, [x, y, z + 34]], { width: 22, colour: '#3a3c43', cap: 'butt' });
  s.box([x - 22, y - 22, z + 22], [44, 44, 14], { colour: '#2b2d33', edge: 0.6 }, { radius: 4 });
  s.box([x - 18, y - 4, z + 4], [6, 8, 20], { colour: '#9aa0a8', edge: 0.6 });
  s.box([x + 12, y - 4, z + 4], [6, 8, 20], { colour: '#9aa0a8', edge: 0.6 });
  const [px, py] = s.cam.project([x, y, z]);
  const r = 90 * s.cam.scale;
  s.add(
    `<circle cx="${px}" cy="${py}" r="${r}" fill="${s.radial([px, py], r, [
      [0, lamp, 0.55],
      [1, lamp, 0],
    ])}"/>`,
  );
};

const joint = (s: Sketch, at: V3, r: number): void => {
  s.extrude(
    { o: [at[0], at[1] + r * 0.9, at[2]], u: [1, 0, 0], v: [0, 0, -1], n: [0, 1, 0] },
    circle(0, 0, r),
    r * 1.7,
    { colour: '#3a3c43', edge: 0.7 },
  );
  s.on(
    { o: [at[0], at[1] + r * 0.9, at[2]], u: [1, 0, 0], v: [0, 0, -1], n: [0, 1, 0] },
    `<circle r="${r * 0.55}" fill="#d6232b"/><circle r="${r * 0.22}" fill="#2b2d33"/>`,
  );
};

/** A delivery van seen from its left; length along x. */
export const truck = (s: Sketch): void => {
  const [l, w] = [360, 130];
  s.cast([
    [0, 0, 0],
    [l + 112, 0, 0],
    [l + 112, w, 0],
    [0, w, 0],
    [0, 0, 170],
    [l, 0, 170],
    [l, w, 170],
    [0, w, 170],
  ]);
  s.box([0, 6, 22], [l + 100, w - 12, 14], { colour: '#1b1c20' });
  s.box([0, 0, 36], [l, w, 160], { colour: '#eceae6', edge: 0.7 }, { radius: 4 });
  const face = front(w, 0, 196);
  const red = s.linear(
    [0, 0],
    [l, 0],
    [
      [0, '#e0262d'],
      [1, '#a5161c'],
    ],
  );
  s.on(
    face,
    `<path d="M0 118L${l * 0.52} 118L${l * 0.62} 92H${l}V160H0Z" fill="${red}"/><g transform="translate(48 60) scale(4)"><path d="${MARK}" fill="#e0262d"/></g>${letters('RAPID', 88, 38, { size: 40, colour: '#17181c', weight: 0.19, spacing: 1.15 })}${letters('MANUFACTURER', 22, 129, { size: 15, colour: '#fff', weight: 0.19, spacing: 1.3 })}`,
  );
  s.on(
    side(l, w, 196),
    `<path d="M8 8V150M${w - 8} 8V150" stroke="#000" stroke-opacity=".12" stroke-width="2"/>`,
  );
  s.box([l + 10, 4, 36], [88, w - 8, 62], { colour: '#d6232b', edge: 0.8 }, { radius: 6 });
  s.box([l + 10, 6, 98], [66, w - 12, 46], { colour: '#d6232b', edge: 0.8 }, { radius: 8 });
  const glass = s.linear(
    [0, 0],
    [60, 40],
    [
      [0, '#5b6470'],
      [1, '#15171c'],
    ],
  );
  s.on(front(w - 6, l + 10, 144), `<path d="M10 8H56V40H10Z" fill="${glass}"/>`);
  s.on(side(l + 76, w - 6, 144), `<rect x="8" y="6" width="${w - 28}" height="36" rx="4" fill="${glass}"/>`);
  s.on(
    side(l + 98, w - 4, 98),
    `<rect x="6" y="26" width="18" height="11" rx="3" fill="#ffe9b8"/><rect x="${w - 32}" y="26" width="18" height="11" rx="3" fill="#ffe9b8"/><rect x="32" y="28" width="${w - 72}" height="7" rx="2" fill="#17181c"/><rect y="46" width="${w - 8}" height="16" fill="#1b1c20"/>`,
  );
  for (const x of [64, 128, l + 52]) {
    const wheel = { ...front(w + 3, x, 27) };
    s.extrude(wheel, circle(0, 0, 27), 18, { colour: '#1b1c20', edge: 0.5 });
    s.on(
      wheel,
      '<circle r="15" fill="#9aa0a8"/><circle r="15" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.5"/><circle r="5" fill="#3a3c43"/>',
    );
  }
};

/** A low plate with rounded corners, for parts to stand on. */
export const plinth = (s: Sketch, w: number, d: number, colour: string): void => {
  s.extrude(top(10), rect(0, 0, w, d, 12), 10, { colour, edge: 0.7 }, { shadow: true });
};
