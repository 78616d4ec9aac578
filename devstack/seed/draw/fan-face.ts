import { mix, shade } from './colour.js';
import type { V2 } from './geometry.js';
import type { Sketch } from './sketch.js';

export interface FanFace {
  /** Radius of the opening, mm. */
  r: number;
  blades: number;
  blade: string;
  hub?: string;
  /** Colour of the hub's badge. */
  badge?: string;
  /** A lit ring in this colour around the opening. */
  glow?: string;
  /** What moving 1 mm into the frame looks like in the face's plane (Camera.recess). */
  recess: V2;
  depth?: number;
  /** Degrees the rotor is turned. */
  turn?: number;
  wall?: string;
}

const polar = (r: number, a: number): string =>
  `${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`;
const LIT_FROM = (-130 * Math.PI) / 180;

const bladePath = (rh: number, rt: number, a: number, pitch: number): string => {
  const sweep = 0.42;
  const chord = pitch * 0.86;
  return (
    `M${polar(rh, a)}Q${polar(rt * 0.62, a + sweep * 0.18)} ${polar(rt, a + sweep)}` +
    `A${rt} ${rt} 0 0 1 ${polar(rt, a + sweep + chord)}` +
    `Q${polar(rt * 0.66, a + sweep * 0.4 + chord)} ${polar(rh, a + chord * 1.02)}Z`
  );
};

/** A fan's opening with its rotor, centred on the plane's origin. */
export const fanFace = (s: Sketch, o: FanFace): string => {
  const { r } = o;
  const depth = o.depth ?? r * 0.4;
  const off = (k: number): string =>
    `translate(${(o.recess[0] * depth * k).toFixed(2)} ${(o.recess[1] * depth * k).toFixed(2)})`;
  const hubR = r * 0.36;
  const hub = o.hub ?? '#33353b';
  const pitch = (Math.PI * 2) / o.blades;
  const start = ((o.turn ?? 0) * Math.PI) / 180;
  const clip = s.clip(`<circle r="${r}"/>`);
  const wall = o.wall ?? '#1b1c20';
  const wallFill = s.linear(
    [-r, -r],
    [r, r],
    [
      [0, shade(wall, 0.55)],
      [1, shade(wall, 1.12)],
    ],
  );
  const hole = s.radial([0, 0], r * 1.05, [
    [0, '#1a1b20'],
    [0.7, '#121318'],
    [1, '#07080a'],
  ]);
  const parts: string[] = [];
  for (let i = 0; i < o.blades; i++) {
    const a = start + i * pitch;
    const lit = 0.5 + 0.5 * Math.cos(a + 0.75 - LIT_FROM);
    const [mid, far] = [a + 0.05, a + pitch + 0.3];
    const from: V2 = [r * 0.7 * Math.cos(mid), r * 0.7 * Math.sin(mid)];
    const to: V2 = [r * 0.7 * Math.cos(far), r * 0.7 * Math.sin(far)];
    const fill = s.linear(from, to, [
      [0, shade(o.blade, 0.86 + 0.22 * lit)],
      [0.55, shade(o.blade, 0.66 + 0.16 * lit)],
      [1, shade(o.blade, 0.36 + 0.12 * lit)],
    ]);
    const d = bladePath(hubR * 0.9, r * 0.955, a, pitch);
    parts.push(`<path d="${d}" fill="#000" opacity=".45" transform="translate(${r * 0.025} ${r * 0.035})"/>`);
    parts.push(
      `<path d="${d}" fill="${fill}" stroke="${shade(o.blade, 0.95)}" stroke-opacity="${(0.15 + 0.4 * lit).toFixed(2)}" stroke-width="${r * 0.012}"/>`,
    );
  }
  const cap = s.radial([-hubR * 0.35, -hubR * 0.45], hubR * 1.5, [
    [0, shade(hub, 1.12)],
    [0.6, shade(hub, 0.82)],
    [1, shade(hub, 0.5)],
  ]);
  const badge = o.badge ?? '#e0262d';
  const rotor =
    parts.join('') +
    `<circle r="${hubR}" cx="${r * 0.02}" cy="${r * 0.03}" fill="#000" opacity=".4"/><circle r="${hubR}" fill="${cap}"/>` +
    `<circle r="${hubR * 0.98}" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="${r * 0.012}"/>` +
    `<circle r="${hubR * 0.66}" fill="${shade(hub, 0.62)}"/><circle r="${hubR * 0.66}" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="${r * 0.01}"/>` +
    `<g transform="scale(${(hubR * 0.062).toFixed(4)})"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="${badge}"/></g>`;
  const struts = [0, 1, 2, 3]
    .map((i) => `<path d="M0 0L${polar(r, i * 1.571 + 0.5)}" stroke="#24262b" stroke-width="${r * 0.07}"/>`)
    .join('');
  const glow = o.glow
    ? `<circle r="${r * 0.985}" fill="none" stroke="${o.glow}" stroke-width="${r * 0.16}" opacity=".35"/>` +
      `<circle r="${r * 0.985}" fill="none" stroke="${o.glow}" stroke-width="${r * 0.075}"/>` +
      `<circle r="${r * 0.985}" fill="none" stroke="${mix(o.glow, '#ffffff', 0.75)}" stroke-width="${r * 0.022}"/>`
    : '';
  return (
    `<g clip-path="${clip}"><circle r="${r * 1.02}" fill="${wallFill}"/>` +
    `<g transform="${off(1)}"><circle r="${r}" fill="${hole}"/>${struts}</g><g transform="${off(0.3)}">${rotor}</g></g>` +
    `<circle r="${r}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="${r * 0.025}"/>` +
    `<path d="M${polar(r * 1.012, Math.PI * 0.1)}A${r * 1.012} ${r * 1.012} 0 0 1 ${polar(r * 1.012, Math.PI * 0.75)}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="${r * 0.018}"/>${glow}`
  );
};

/** A wire guard of rings and spokes over an opening of radius r. */
export const wireGuard = (s: Sketch, r: number, rings: number, colour: string): string => {
  const w = r * 0.034;
  const wire = s.linear(
    [-r, -r],
    [r, r],
    [
      [0, shade(colour, 1.2)],
      [0.5, shade(colour, 0.8)],
      [1, shade(colour, 0.5)],
    ],
  );
  const circles = Array.from(
    { length: rings },
    (_, i) => `<circle r="${(r * (0.26 + (0.72 * i) / (rings - 1))).toFixed(2)}"/>`,
  );
  const spokes = [0.5, 1.5, 2.5, 3.5].map(
    (i) => `<path d="M${polar(r * 0.26, i * 1.571)}L${polar(r * 1.16, i * 1.571)}"/>`,
  );
  const g = (stroke: string, extra: string): string =>
    `<g fill="none" stroke="${stroke}" stroke-width="${w}" ${extra}>${circles.join('')}${spokes.join('')}</g>`;
  return `${g('#000', `opacity=".5" transform="translate(${w} ${w * 1.4})"`)}${g(wire, '')}`;
};
