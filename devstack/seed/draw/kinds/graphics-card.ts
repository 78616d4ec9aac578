import { mix, shade } from '../colour.js';
import { fanFace } from '../fan-face.js';
import { at, front, rect, side, top, type V2 } from '../geometry.js';
import { letters } from '../letters.js';
import { path, type Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface GraphicsCardImage {
  kind: 'graphics-card';
  length: number;
  height: number;
  thick: number;
  fans: 1 | 2 | 3;
  shroud: string;
  accent: string;
  glow?: string;
  /** Number of display connectors on the bracket. */
  ports: number;
  label: string;
}

export const graphicsCardView = (): View => ({ yaw: 33, pitch: 21, fill: [0.84, 0.66] });

const finLines = (w: number, h: number, step: number, dark: string, light: string): string => {
  const lines = Array.from(
    { length: Math.floor(w / step) },
    (_, i) => `M${((i + 0.5) * step).toFixed(1)} 0V${h}`,
  ).join('');
  return `<path d="${lines}" stroke="${dark}" stroke-width="${step * 0.5}" fill="none"/><path d="${lines}" stroke="${light}" stroke-width="${step * 0.14}" fill="none" transform="translate(${step * 0.3} 0)"/>`;
};

const bracket = (s: Sketch, p: GraphicsCardImage): void => {
  const h = p.height + 14;
  const plane = side(p.length + 2, p.thick, h + 4);
  s.extrude(plane, rect(0, 0, p.thick, h, 2), 2, { colour: '#b9bdc3', finish: 'metal', edge: 0.6 });
  const rows = Array.from({ length: p.ports }, (_, i) => {
    const y = h * 0.4 + i * (h * 0.15);
    const x = p.thick * 0.52;
    return `<rect x="${x - 1}" y="${y - 1}" width="${p.thick * 0.24}" height="${h * 0.125}" rx="1.2" fill="#eef0f2" opacity=".6"/><path d="M${x} ${y}h${p.thick * 0.2}v${h * 0.105}h-${p.thick * 0.13}l-${p.thick * 0.07} -3z" fill="#15161a"/>`;
  }).join('');
  const vents = Array.from(
    { length: 9 },
    (_, i) =>
      `<rect x="${p.thick * 0.18}" y="${h * 0.12 + i * h * 0.085}" width="${p.thick * 0.2}" height="${h * 0.045}" rx="1.4" fill="#17181c"/>`,
  ).join('');
  s.on(plane, `${vents}${rows}<circle cx="${p.thick * 0.72}" cy="${h * 0.1}" r="3" fill="#55585f"/>`);
};

const panel = (points: V2[], colour: string, o = 1): string =>
  `<path d="${path(points)}" fill="${colour}" opacity="${o}"/>`;

export const drawGraphicsCard = (s: Sketch, p: GraphicsCardImage): void => {
  const { length: L, height: H, thick: T } = p;
  const z = 9;
  s.box([L * 0.5, 2, 0], [L * 0.3, 2, 12], { colour: '#1d4a38' });
  const fingers = Array.from(
    { length: 34 },
    (_, i) =>
      `<rect x="${2 + i * ((L * 0.3 - 4) / 34)}" y="3" width="${L * 0.0052}" height="8" fill="#e2b552"/>`,
  ).join('');
  s.on(front(4, L * 0.5, 12), fingers);
  s.cast([
    [0, 0, z],
    [L, 0, z],
    [L, T, z],
    [0, T, z],
    [0, 0, H],
    [L, 0, H],
    [L, T, H],
    [0, T, H],
    [L * 0.5, 2, 0],
    [L * 0.8, 2, 0],
    [L * 0.8, 6, 0],
  ]);
  s.box([0, 0, z], [L, 3, H], { colour: '#2a2c32', edge: 0.5 });
  s.box([6, 3, z + 4], [L - 10, T - 17, H - 8], { colour: '#8d9299', finish: 'metal' });
  s.on(top(z + H - 4, 6, 3), finLines(L - 10, T - 17, 3.2, '#26282d', '#e8eaed'));
  s.on(side(L - 4, T - 14, z + H - 4), finLines(T - 17, H - 8, 4, '#3a3d43', '#c8ccd2'));
  bracket(s, p);

  const depth = 14;
  const plane = front(T, 0, z + H);
  const c = H * 0.12;
  const outline: V2[] = [
    [c, 0],
    [L * 0.42, 0],
    [L * 0.45, 4],
    [L * 0.72, 4],
    [L * 0.75, 0],
    [L - 4, 0],
    [L, 4],
    [L, H - c * 0.6],
    [L - c * 0.6, H],
    [L * 0.6, H],
    [L * 0.57, H - 4],
    [L * 0.26, H - 4],
    [L * 0.23, H],
    [0, H],
    [0, c],
  ];
  s.extrude(plane, outline, depth, { colour: p.shroud, edge: 0.6 });

  const pitch = (L - 8) / p.fans;
  const r = Math.min(H * 0.435, pitch * 0.47);
  const centres = Array.from({ length: p.fans }, (_, i) => 4 + pitch * (i + 0.5));
  const lines: string[] = [
    panel(
      [
        [0, c],
        [c, 0],
        [L * 0.3, 0],
        [L * 0.12, H],
        [0, H],
      ],
      shade(p.shroud, 0.93),
      0.55,
    ),
    panel(
      [
        [L * 0.62, 0],
        [L * 0.72, 4],
        [L * 0.93, H],
        [L * 0.8, H],
      ],
      shade(p.shroud, 0.93),
      0.4,
    ),
  ];
  for (let i = 0; i < p.fans - 1; i++) {
    const x = (centres[i]! + centres[i + 1]!) / 2;
    const w = Math.max(pitch - 2 * r, 6) + 6;
    lines.push(
      panel(
        [
          [x - w, 6],
          [x + w, 6],
          [x + 3, H * 0.26],
          [x - 3, H * 0.26],
        ],
        p.accent,
      ),
    );
    lines.push(
      panel(
        [
          [x - w, H - 8],
          [x + w, H - 8],
          [x + 3, H * 0.74],
          [x - 3, H * 0.74],
        ],
        mix(p.accent, '#000000', 0.25),
      ),
    );
  }
  if (p.fans === 1) {
    lines.push(
      panel(
        [
          [8, H * 0.3],
          [14, H * 0.24],
          [L * 0.2, H * 0.24],
          [L * 0.16, H * 0.3],
        ],
        p.accent,
      ),
    );
    lines.push(
      panel(
        [
          [L * 0.84, H * 0.76],
          [L * 0.8, H * 0.82],
          [L - 16, H * 0.82],
          [L - 8, H * 0.76],
        ],
        p.accent,
      ),
    );
  }
  const recess = s.cam.recess(plane, 1);
  const fans = centres
    .map((x, i) => {
      const face = fanFace(s, {
        r,
        blades: 9,
        blade: shade('#4a4d55', 0.86),
        recess,
        depth,
        turn: i * 23,
        wall: p.shroud,
        badge: p.accent,
        ...(p.glow ? { glow: p.glow } : {}),
      });
      const ring = `<circle r="${r + 2.6}" fill="none" stroke="${shade(p.shroud, 1.05)}" stroke-width="2.4"/>`;
      return `<g transform="translate(${x.toFixed(1)} ${H / 2})">${ring}${face}</g>`;
    })
    .join('');
  const screws = [
    [8, H - 8],
    [L - 14, 12],
    [L * 0.5, H - 3],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2" fill="#0c0c0e"/>`)
    .join('');
  s.on(plane, lines.join('') + fans + screws);
  s.on(
    top(z + H, L * 0.04, T - depth),
    letters('RAPID', 8, 4.4, { size: 5.4, colour: '#f3f1ee', weight: 0.2, spacing: 1.3 }) +
      letters(p.label, L * 0.72, 4.4, { size: 5.4, colour: mix(p.accent, '#ffffff', 0.15), weight: 0.2 }),
  );
  s.reserve(at(plane, 0, H, 0), at(plane, L, 0, 0));
};
