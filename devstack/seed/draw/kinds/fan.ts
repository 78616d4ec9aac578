import { shade } from '../colour.js';
import { fanFace } from '../fan-face.js';
import { front, leaning, rect, type Plane } from '../geometry.js';
import { letters } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface FanImage {
  kind: 'fan';
  /** Edge of the frame and its depth, mm. */
  size: number;
  depth: number;
  blades: number;
  frame: string;
  blade: string;
  glow?: string;
  count?: 1 | 3;
  pads?: string;
}

/** A square fan's frame and rotor. The plane's origin is the face's upper left corner. */
export const fanBody = (
  s: Sketch,
  plane: Plane,
  p: Omit<FanImage, 'kind'>,
  turn = 0,
  shadow = true,
): void => {
  const { size } = p;
  const r = size * 0.462;
  s.extrude(plane, rect(0, 0, size, size, size * 0.06), p.depth, { colour: p.frame, edge: 0.5 }, { shadow });
  const pad = size * 0.15;
  const corners = [
    [0, 0],
    [size - pad, 0],
    [0, size - pad],
    [size - pad, size - pad],
  ] as const;
  const pads = corners
    .map(([x, y]) => {
      const [cx, cy] = [x + pad / 2, y + pad / 2];
      return (
        `<rect x="${x + pad * 0.06}" y="${y + pad * 0.06}" width="${pad * 0.88}" height="${pad * 0.88}" rx="${pad * 0.22}" fill="${p.pads ?? shade(p.frame, 0.62)}"/>` +
        `<circle cx="${cx}" cy="${cy}" r="${pad * 0.22}" fill="#0b0b0d"/><circle cx="${cx}" cy="${cy}" r="${pad * 0.3}" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="${pad * 0.06}"/>`
      );
    })
    .join('');
  const face = fanFace(s, {
    r,
    blades: p.blades,
    blade: p.blade,
    recess: s.cam.recess(plane, 1),
    depth: p.depth * 0.9,
    turn,
    wall: p.frame,
    ...(p.glow ? { glow: p.glow } : {}),
  });
  s.on(plane, `${pads}<g transform="translate(${size / 2} ${size / 2})">${face}</g>`);
  s.on(
    plane,
    letters('RAPID', size * 0.5, size * 0.975 - size * 0.012, {
      size: size * 0.018,
      colour: '#fff',
      anchor: 'middle',
      opacity: 0.5,
    }),
  );
};

export const fanView = (p: FanImage): View => ({
  yaw: p.count === 3 ? 38 : 31,
  pitch: p.count === 3 ? 22 : 19,
  fill: p.count === 3 ? [0.82, 0.66] : [0.72, 0.72],
});

export const drawFan = (s: Sketch, p: FanImage): void => {
  const count = p.count ?? 1;
  if (count === 1) {
    cord(s, p);
    fanBody(s, leaning(0, 0, p.size, 6), p, 8);
    return;
  }
  for (let i = 0; i < count; i++) fanBody(s, front(i * p.size * 0.12, i * p.size * 0.56, p.size), p, i * 17);
};

/** The lead with its plug, lying on the ground behind and next to the fan. */
const cord = (s: Sketch, p: FanImage): void => {
  const k = p.size / 120;
  const m = s.cam.matrix({ o: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], n: [0, 0, 1] });
  const d = `M${p.size * 0.9} -12C${150 * k} -20 ${175 * k} 6 ${160 * k} 22S${128 * k} 24 ${112 * k} 34`;
  s.add(
    `<g transform="${m}" fill="none" stroke-linecap="round"><path d="${d}" stroke="#2a2018" stroke-opacity=".28" stroke-width="${5 * k}" transform="translate(2 1)"/><path d="${d}" stroke="#1c1d21" stroke-width="${3.6 * k}"/><path d="${d}" stroke="#5d6068" stroke-width="${0.8 * k}" transform="translate(-.4 -.7)"/></g>`,
  );
  s.box([103 * k, 29 * k, 0], [9 * k, 12 * k, 5 * k], { colour: '#2b2d33' }, { shadow: true });
};
