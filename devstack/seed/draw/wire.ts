import { mix, shade } from './colour.js';
import type { V2, V3 } from './geometry.js';
import type { Sketch } from './sketch.js';

/** A smooth curve through points in space (Catmull-Rom), `steps` samples a span. */
export const curve = (points: readonly V3[], steps = 10): V3[] => {
  const out: V3[] = [];
  const get = (i: number): V3 => points[Math.max(0, Math.min(points.length - 1, i))]!;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      const axis = (n: 0 | 1 | 2): number =>
        0.5 *
        (2 * b[n] +
          (c[n] - a[n]) * t +
          (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
          (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3);
      out.push([axis(0), axis(1), axis(2)]);
    }
  }
  out.push(get(points.length - 1));
  return out;
};

const open = (points: readonly V2[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

export interface Tube {
  /** Diameter, mm. */
  width: number;
  colour: string;
  /** Woven sleeve: short dashes of a second tone. */
  braid?: boolean;
  /** Lies on the ground and throws a soft shadow there. */
  shadow?: boolean;
  metal?: boolean;
  cap?: 'round' | 'butt';
}

/** A round cable or pipe along points in space, lit from above. */
export const tube = (s: Sketch, points: readonly V3[], o: Tube): void => {
  const w = o.width * s.cam.scale;
  const d = open(s.screen(points));
  const line = (colour: string, width: number, dy: number, extra = ''): string =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width.toFixed(2)}" stroke-linecap="${extra.includes('dash') ? 'butt' : (o.cap ?? 'round')}" stroke-linejoin="round" transform="translate(${(dy * 0.5).toFixed(2)} ${dy.toFixed(2)})" ${extra}/>`;
  const parts: string[] = [];
  if (o.shadow) {
    const g = open(points.map((p) => s.cam.project([p[0], p[1], 0])));
    parts.push(
      `<path d="${g}" fill="none" stroke="#241a12" stroke-opacity=".34" stroke-width="${w.toFixed(2)}" stroke-linecap="round" filter="${s.blur(w * 0.4)}" transform="translate(${w * 0.35} ${w * 0.45})"/>`,
    );
  }
  parts.push(line(shade(o.colour, 0.36), w, 0));
  parts.push(line(shade(o.colour, 0.62), w * 0.82, -w * 0.05));
  parts.push(line(shade(o.colour, 0.82), w * 0.58, -w * 0.12));
  if (o.braid) {
    const dash = (w * 0.3).toFixed(2);
    parts.push(
      line(
        mix(o.colour, '#ffffff', 0.28),
        w * 0.66,
        -w * 0.08,
        `stroke-dasharray="${(w * 0.16).toFixed(2)} ${dash}" opacity=".55"`,
      ),
    );
    parts.push(
      line(
        shade(o.colour, 0.3),
        w * 0.8,
        0,
        `stroke-dasharray="${(w * 0.1).toFixed(2)} ${(w * 0.36).toFixed(2)}" opacity=".5"`,
      ),
    );
  }
  parts.push(
    line(shade(o.colour, o.metal ? 1.35 : 1.12), w * 0.2, -w * 0.22, `opacity="${o.metal ? 0.95 : 0.7}"`),
  );
  s.add(parts.join(''));
};
