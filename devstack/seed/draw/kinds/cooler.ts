import { mix, shade } from '../colour.js';
import { front, leaning, rect, side, top, type V3 } from '../geometry.js';
import { letters } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';
import { curve, tube } from '../wire.js';
import { fanBody } from './fan.js';

export interface CoolerImage {
  kind: 'cooler';
  type: 'tower' | 'dual' | 'low' | 'liquid' | 'passive';
  fins: string;
  cover: string;
  blade: string;
  pipe: string;
  accent: string;
  glow?: string;
  /** Radiator fans, for liquid coolers. */
  fans?: 2 | 3;
}

export const coolerView = (p: CoolerImage): View =>
  p.type === 'liquid'
    ? { yaw: p.fans === 3 ? 37 : 33, pitch: 25, fill: [0.87, 0.72] }
    : { yaw: 39, pitch: 24, fill: [0.72, 0.74] };

const MARK = 'M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z';

/** A stack of fins: a box whose visible sides are lined plate by plate. */
const stack = (s: Sketch, at: V3, size: V3, colour: string, step = 2.6): void => {
  const [x, y, z] = at;
  const [w, d, h] = size;
  s.box(at, size, { colour, finish: 'metal', edge: 0.8 });
  const n = Math.floor(h / step);
  const lines = (len: number): string => {
    const dark = Array.from({ length: n }, (_, i) => `M0 ${((i + 0.55) * step).toFixed(1)}H${len}`).join('');
    return `<path d="${dark}" stroke="#0d0e12" stroke-opacity=".72" stroke-width="${step * 0.52}"/><path d="${dark}" transform="translate(0 ${-step * 0.36})" stroke="#fff" stroke-opacity=".5" stroke-width="${step * 0.16}"/>`;
  };
  s.on(front(y + d, x, z + h), lines(w));
  s.on(side(x + w, y + d, z + h), lines(d));
};

const pipesBelow = (s: Sketch, p: CoolerImage, w: number, y: number, z: number): void => {
  for (let i = 0; i < 4; i++) {
    const x = w * 0.5 + (i - 1.5) * 9;
    for (const dir of [-1, 1]) {
      const end = w * 0.5 + dir * (w * 0.16 + i * 5.5) + (dir < 0 ? -8 : 2);
      tube(
        s,
        curve([
          [x, y, 9],
          [x + (end - x) * 0.35, y, 9.5],
          [end - (end - x) * 0.12, y, 16],
          [end, y, z],
        ]),
        { width: 6, colour: p.pipe, metal: true, cap: 'butt' },
      );
    }
  }
};

const base = (s: Sketch, x: number, y: number): void => {
  s.cast([
    [x, y, 0],
    [x + 44, y, 0],
    [x + 44, y + 42, 0],
    [x, y + 42, 0],
    [x - 30, y - 10, 150],
    [x + 74, y - 10, 150],
    [x + 74, y + 50, 150],
    [x - 30, y + 50, 150],
  ]);
  s.box([x, y, 0], [44, 42, 5], { colour: '#cd8552', finish: 'metal', edge: 0.9 });
  s.box([x + 1, y + 1, 5], [42, 40, 9], { colour: '#b9bdc3', finish: 'metal', edge: 0.9 });
};

const cap = (s: Sketch, p: CoolerImage, at: V3, w: number, d: number): void => {
  s.box(at, [w, d, 4], { colour: p.cover, edge: 0.7 }, { radius: 3 });
  const light = p.cover > '#888888';
  s.on(
    top(at[2] + 4, at[0], at[1]),
    `<path d="M0 ${d * 0.72}H${w * 0.36}L${w * 0.46} ${d * 0.9}H${w}" fill="none" stroke="${p.accent}" stroke-width="2.4"/>` +
      `<g transform="translate(${w * 0.2} ${d * 0.4}) scale(${Math.min(1.3, d * 0.024)})"><path d="${MARK}" fill="${p.accent}"/></g>` +
      letters('RAPID', w * 0.34, d * 0.28, {
        size: d * 0.22,
        colour: light ? '#1b1c20' : '#f4f2ee',
        weight: 0.19,
        spacing: 1.2,
      }),
  );
};

const tower = (s: Sketch, p: CoolerImage): void => {
  const [w, z, h] = [122, 36, 112];
  const fan = {
    size: 120,
    depth: 25,
    blades: 9,
    frame: p.cover,
    blade: p.blade,
    ...(p.glow ? { glow: p.glow } : {}),
  };
  if (p.type === 'dual') {
    base(s, w / 2 - 22, 34);
    pipesBelow(s, p, w, 55, z);
    stack(s, [0, 0, z], [w, 44, h], p.fins);
    cap(s, p, [-1, -1, z + h], w + 2, 46);
    fanBody(s, front(71, 1, z + h + 2), fan, 10, false);
    stack(s, [0, 71, z], [w, 44, h], p.fins);
    cap(s, p, [-1, 70, z + h], w + 2, 46);
    fanBody(s, front(141, 1, z + h + 2), fan, 24, false);
    return;
  }
  base(s, w / 2 - 22, 6);
  pipesBelow(s, p, w, 27, z);
  stack(s, [0, 0, z], [w, 54, h], p.fins, p.type === 'passive' ? 5.2 : 2.6);
  if (p.type === 'passive') {
    s.box([0, 0, z + h], [w, 54, 2], { colour: p.fins, finish: 'metal', edge: 0.9 });
    for (let i = 0; i < 8; i++) {
      const [px, py] = [18 + (i % 4) * 28, i < 4 ? 17 : 37];
      s.extrude(top(z + h + 7, px, py), rect(-3.6, -3.6, 7.2, 7.2, 3.6), 5, {
        colour: p.pipe,
        finish: 'metal',
        edge: 0.9,
      });
    }
    s.on(
      front(54, 0, z + h),
      `<g transform="translate(${w / 2} ${h / 2}) scale(2.6)"><path d="${MARK}" fill="${p.accent}" opacity=".92"/></g>`,
    );
    return;
  }
  cap(s, p, [-1, -1, z + h], w + 2, 56);
  fanBody(s, front(80, 1, z + h + 1), fan, 14, false);
};

const low = (s: Sketch, p: CoolerImage): void => {
  const w = 96;
  s.cast([
    [0, 0, 0],
    [w, 0, 0],
    [w, w, 0],
    [0, w, 0],
    [0, 0, 50],
    [w, 0, 50],
    [w, w, 50],
    [0, w, 50],
  ]);
  s.box([28, 28, 0], [40, 40, 5], { colour: '#cd8552', finish: 'metal', edge: 0.9 });
  for (let i = 0; i < 4; i++)
    tube(
      s,
      curve([
        [22 + i * 17, w * 0.5, 9],
        [22 + i * 17, w * 0.9, 9],
        [22 + i * 17, w + 7, 16],
        [22 + i * 17, w + 3, 25],
        [22 + i * 17, w - 8, 27],
      ]),
      { width: 6, colour: p.pipe, metal: true },
    );
  stack(s, [0, 0, 12], [w, w, 20], p.fins, 3.4);
  const lid = { ...top(32 + 15, 2, 2) };
  fanBody(
    s,
    lid,
    { size: 92, depth: 15, blades: 9, frame: p.cover, blade: p.blade, ...(p.glow ? { glow: p.glow } : {}) },
    10,
    false,
  );
};

const liquid = (s: Sketch, p: CoolerImage): void => {
  const n = p.fans ?? 2;
  const [w, h] = [n * 120 + 34, 122];
  const lean = leaning(0, 0, h, 9);
  s.extrude(
    { ...lean, o: lean.o },
    rect(0, 0, w, h, 4),
    28,
    { colour: p.cover, edge: 0.6 },
    { shadow: true },
  );
  const zig = Array.from({ length: 16 }, (_, i) => `M16 ${5 + i * 7.4}H${w - 18}`).join('');
  s.on(
    lean,
    `<path d="${zig}" stroke="#000" stroke-opacity=".6" stroke-width="3"/><path d="${zig}" stroke="#fff" stroke-opacity=".16" stroke-width=".8" transform="translate(0 -2)"/>`,
  );
  for (let i = 0; i < n; i++) {
    const o: V3 = [14 + i * 121, lean.o[1] + lean.n[1] * 25, lean.o[2] + lean.n[2] * 25 - 1];
    fanBody(
      s,
      { ...lean, o },
      {
        size: 119,
        depth: 25,
        blades: 9,
        frame: p.cover,
        blade: p.blade,
        ...(p.glow ? { glow: p.glow } : {}),
      },
      i * 16,
      false,
    );
  }
  const px = w - 62;
  const hose: V3[][] = [
    [
      [w - 8, -8, 96],
      [w + 34, 8, 104],
      [w + 46, 50, 66],
      [w + 16, 104, 34],
      [px + 58, 112, 26],
    ],
    [
      [w - 8, -8, 78],
      [w + 20, 4, 82],
      [w + 26, 40, 50],
      [w + 2, 82, 30],
      [px + 58, 94, 26],
    ],
  ];
  for (const points of hose)
    tube(s, curve(points), { width: 11, colour: '#2b2d33', braid: true, shadow: true });
  s.box(
    [px, 78, 0],
    [58, 58, 10],
    { colour: '#b9bdc3', finish: 'metal', edge: 0.8 },
    { radius: 6, shadow: true },
  );
  s.extrude(top(44, px + 29, 107), rect(-28, -28, 56, 56, 28), 34, { colour: p.cover, edge: 0.8 });
  const ring = p.glow ?? p.accent;
  s.on(
    top(44, px + 29, 107),
    `<circle r="23.5" fill="${shade('#101115', 0.9)}"/><circle r="23.5" fill="none" stroke="${ring}" stroke-width="2.4"/><circle r="23.5" fill="none" stroke="${mix(ring, '#ffffff', 0.7)}" stroke-width=".7"/><g transform="rotate(-38) scale(1.55)"><path d="${MARK}" fill="${p.accent}"/></g>`,
  );
};

export const drawCooler = (s: Sketch, p: CoolerImage): void => {
  if (p.type === 'liquid') liquid(s, p);
  else if (p.type === 'low') low(s, p);
  else tower(s, p);
};
