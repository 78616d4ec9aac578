import { mix, shade } from '../colour.js';
import { front, side, top as lid, type V3 } from '../geometry.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';
import { curve, tube } from '../wire.js';

export interface CableImage {
  kind: 'cable';
  colour: string;
  /** Colour of the plugs. */
  plug: string;
  accent: string;
  ends: 'sata' | 'usb-c' | 'display' | 'atx' | 'fan';
  width: number;
  braid: boolean;
  loops: number;
}

export const cableView = (): View => ({ yaw: 42, pitch: 44, fill: [0.8, 0.7] });

const MARK = 'M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z';

/** Length along x, depth along y, height: the plug's grip, and its metal or keyed mouth at the near end. */
const PLUGS = {
  sata: { grip: [26, 24, 9], mouth: [8, 18, 5], metal: false },
  'usb-c': { grip: [30, 14, 9], mouth: [10, 9.5, 4], metal: true },
  display: { grip: [34, 26, 12], mouth: [12, 19, 6.5], metal: true },
  atx: { grip: [16, 62, 13], mouth: [12, 58, 11], metal: false },
  fan: { grip: [12, 13, 8], mouth: [6, 11, 6], metal: false },
} as const;

const plug = (s: Sketch, p: CableImage, at: V3): void => {
  const { grip, mouth, metal } = PLUGS[p.ends];
  const [x, y, z] = at;
  const [w, d, h] = grip;
  const [mw, md, mh] = mouth;
  s.box(
    [x + w, y + (d - md) / 2, z + (h - mh) / 2],
    [mw, md, mh],
    { colour: metal ? '#c4c8ce' : shade(p.plug, 0.85), finish: metal ? 'metal' : 'matte', edge: 0.8 },
    { radius: metal ? 1.6 : 0.6 },
  );
  const mouthFace = side(x + w + mw, y + (d + md) / 2, z + (h + mh) / 2);
  if (p.ends === 'atx') {
    const pins = Array.from(
      { length: 24 },
      (_, i) =>
        `<rect x="${1.4 + Math.floor(i / 2) * 4.65}" y="${1 + (i % 2) * 5}" width="3.6" height="3.8" rx=".6" fill="#060607"/><rect x="${2.6 + Math.floor(i / 2) * 4.65}" y="${2.2 + (i % 2) * 5}" width="1.2" height="1.4" fill="#d6ab52"/>`,
    ).join('');
    s.on(mouthFace, pins);
  } else
    s.on(
      mouthFace,
      `<rect x="${md * 0.1}" y="${mh * 0.22}" width="${md * 0.8}" height="${mh * 0.56}" rx="${metal ? mh * 0.24 : 0.5}" fill="#08080a"/><rect x="${md * 0.2}" y="${mh * 0.44}" width="${md * 0.6}" height="${mh * 0.14}" fill="#d6ab52"/>`,
    );
  s.box(
    [x, y, z],
    [w, d, h],
    { colour: p.plug, edge: 0.75 },
    { radius: Math.min(3, d * 0.16), shadow: true },
  );
  if (p.ends === 'atx') {
    s.box([x + 2, y + d * 0.36, z + h], [w + 8, 11, 2.4], { colour: shade(p.plug, 0.9), edge: 0.8 });
    return;
  }
  s.on(
    lid(z + h, x, y),
    `<g transform="translate(${w * 0.42} ${d * 0.5}) scale(${Math.min(d, w) * 0.045})"><path d="${MARK}" fill="${p.accent}"/></g>`,
  );
  s.on(
    front(y + d, x, z + h),
    `<path d="${[0.16, 0.26, 0.36].map((k) => `M${w * k} ${h * 0.25}v${h * 0.5}`).join('')}" stroke="#000" stroke-opacity=".4" stroke-width="1"/>`,
  );
};

const ring = (radius: number, z: number, from: number, to: number): V3[] =>
  Array.from({ length: 61 }, (_, i): V3 => {
    const a = from + ((to - from) * i) / 60;
    return [radius * Math.cos(a), radius * Math.sin(a), z];
  });

export const drawCable = (s: Sketch, p: CableImage): void => {
  const R = 62;
  const r = p.width / 2;
  const strands = p.ends === 'atx' ? 6 : p.ends === 'fan' ? 3 : 1;
  const { grip } = PLUGS[p.ends];
  const ends: V3[] = [
    [R * 0.72, R * 1.12, 0],
    [R * 1.42, R * 0.2, 0],
  ];
  for (let k = 0; k < strands; k++) {
    const spread =
      strands > 1 ? (k - (strands - 1) / 2) * (p.ends === 'atx' ? p.width * 1.02 : p.width * 0.95) : 0;
    const colour = strands > 1 && k % 2 ? mix(p.colour, p.accent, p.ends === 'fan' ? 0 : 0.9) : p.colour;
    const opts = { width: p.width, colour, braid: p.braid, shadow: k === 0 };
    const loop = (i: number): void => {
      const wobble = Math.sin(i * 2.4) * p.width * 0.8;
      tube(s, ring(R + wobble + spread, r + i * p.width * 0.62, -2.6, Math.PI * 2 - 2.6), opts);
    };
    const zTop = r + p.loops * p.width * 0.62;
    const [a, b] = ends as [V3, V3];
    const mid = grip[1] / 2 + (strands > 1 ? (spread * (grip[1] - p.width)) / (p.width * strands) : 0);
    for (let i = 0; i < p.loops - 1; i++) loop(i);
    // The inner end leaves the coil under its last loop, which covers where it begins.
    if (p.ends !== 'atx')
      tube(
        s,
        curve([
          ...ring(R * 0.99 + spread, zTop - p.width * 0.6, -5.0, -1.1).filter((_, i) => i % 6 === 0),
          [R * 0.68, -R * 0.62 + spread * 0.4, zTop * 0.7],
          [R * 1.02, -R * 0.18 + spread * 0.3, r * 1.2],
          [R * 1.24, b[1] + mid, grip[2] / 2],
          [b[0] + 2, b[1] + mid, grip[2] / 2],
        ]),
        opts,
      );
    loop(p.loops - 1);
    tube(
      s,
      curve([
        ...ring(R + spread * 0.8, zTop, -2.6, 1.0).filter((_, i) => i % 6 === 0),
        [R * 0.3, R * 1.12 + spread * 0.4, zTop * 0.7 + r * 0.3],
        [R * 0.5, a[1] + mid, r + grip[2] / 2 - r * 0.6],
        [a[0] + 2, a[1] + mid, grip[2] / 2],
      ]),
      opts,
    );
  }
  if (p.ends !== 'atx') plug(s, p, ends[1]!);
  plug(s, p, ends[0]!);
};
