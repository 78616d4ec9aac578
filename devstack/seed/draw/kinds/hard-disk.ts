import { mix, shade } from '../colour.js';
import { circle, front, rect, side, top, type V2 } from '../geometry.js';
import { fitLetters, letters } from '../letters.js';
import { path, type Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface HardDiskImage {
  kind: 'hard-disk';
  /** 3.5 or 2.5 inch. */
  form: 3.5 | 2.5;
  open: boolean;
  body: string;
  accent: string;
  capacity: string;
  series: string;
  speed: string;
}

export const hardDiskView = (): View => ({ yaw: 40, pitch: 43, fill: [0.78, 0.7] });

const platter = (s: Sketch, r: number, accent: string): string => {
  const disc = s.linear(
    [-r, -r],
    [r, r],
    [
      [0, '#f7f8fa'],
      [0.28, '#b4b9c1'],
      [0.46, '#f2f4f6'],
      [0.6, '#a2a8b1'],
      [1, '#6f757e'],
    ],
  );
  const wedge = (a: number, w: number, o: number, c = '#fff'): string => {
    const [x, y] = [a, a + w].map((t) => (t * Math.PI) / 180) as [number, number];
    return `<path d="M0 0L${r * Math.cos(x)} ${r * Math.sin(x)}A${r} ${r} 0 0 1 ${r * Math.cos(y)} ${r * Math.sin(y)}Z" fill="${c}" opacity="${o}"/>`;
  };
  const rings = [0.42, 0.55, 0.68, 0.81, 0.93]
    .map((k) => `<circle r="${r * k}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width=".4"/>`)
    .join('');
  const hub = s.radial([-r * 0.08, -r * 0.1], r * 0.36, [
    [0, '#f6f7f8'],
    [0.6, '#a9aeb6'],
    [1, '#71767f'],
  ]);
  const screws = [0, 1, 2, 3, 4, 5]
    .map(
      (i) =>
        `<circle cx="${r * 0.17 * Math.cos(i * 1.047)}" cy="${r * 0.17 * Math.sin(i * 1.047)}" r="${r * 0.032}" fill="#3b3e45"/>`,
    )
    .join('');
  return (
    `<circle r="${r}" fill="${disc}"/>${wedge(198, 26, 0.5)}${wedge(212, 7, 0.5)}${wedge(18, 24, 0.4)}${wedge(28, 6, 0.4)}${wedge(110, 22, 0.16, '#1c2230')}${wedge(290, 22, 0.14, '#1c2230')}${wedge(232, 10, 0.16, accent)}${rings}` +
    `<circle r="${r}" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width=".7"/><circle r="${r * 0.31}" fill="#000" opacity=".3" cx="1" cy="1.4"/><circle r="${r * 0.29}" fill="${hub}"/><circle r="${r * 0.29}" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width=".5"/>${screws}<circle r="${r * 0.07}" fill="#4b4f56"/>`
  );
};

const opened = (s: Sketch, p: HardDiskImage, w: number, d: number, h: number, k: number): void => {
  const rim = top(h);
  const recess = s.cam.recess(rim, 1);
  const deep = 7 * k;
  const well = rect(4 * k, 4 * k, w - 8 * k, d - 8 * k, 9 * k);
  const clip = s.clip(`<path d="${path(well)}"/>`);
  const r = d * 0.44;
  const [cx, cy] = [w - d * 0.5, d * 0.5];
  const pivot: V2 = [w * 0.17, d * 0.76];
  const target: V2 = [cx - r * 0.42, cy + r * 0.12];
  const angle = (Math.atan2(target[1] - pivot[1], target[0] - pivot[0]) * 180) / Math.PI;
  const length = Math.hypot(target[0] - pivot[0], target[1] - pivot[1]);
  const arm = s.linear(
    [0, -6 * k],
    [0, 6 * k],
    [
      [0, '#f3f4f6'],
      [0.5, '#b8bdc4'],
      [1, '#7d828a'],
    ],
  );
  const floor = s.linear(
    [0, d],
    [w, 0],
    [
      [0, shade(p.body, 0.72)],
      [1, shade(p.body, 0.5)],
    ],
  );
  const inside =
    `<path d="${path(well)}" fill="${shade(p.body, 0.42)}"/>` +
    `<g transform="translate(${recess[0] * deep} ${recess[1] * deep})"><path d="${path(well)}" fill="${floor}"/>` +
    `<circle cx="${cx + 1.6 * k}" cy="${cy + 2.4 * k}" r="${r}" fill="#000" opacity=".45"/></g>` +
    `<g transform="translate(${recess[0] * deep * 0.45 + cx} ${recess[1] * deep * 0.45 + cy})">${platter(s, r, p.accent)}</g>` +
    `<g transform="translate(${recess[0] * deep * 0.5} ${recess[1] * deep * 0.5})"><path d="M${8 * k} ${d * 0.6}L${w * 0.25} ${d * 0.6}L${w * 0.3} ${d - 8 * k}H${8 * k}Z" fill="${shade('#8b9098', 0.72)}"/><path d="M${9 * k} ${d * 0.62}L${w * 0.24} ${d * 0.62}L${w * 0.28} ${d - 9 * k}H${9 * k}Z" fill="${shade('#c9cdd3', 0.82)}"/>` +
    `<path d="M${11 * k} ${d * 0.65}h${w * 0.1}" stroke="${p.accent}" stroke-width="${2 * k}"/></g>` +
    `<g transform="translate(${pivot[0]} ${pivot[1]}) rotate(${angle})"><path d="M-2 ${-6 * k}L${length * 0.8} ${-1.8 * k}L${length + 4 * k} ${-2.2 * k}V${2.2 * k}L${length * 0.8} ${1.8 * k}L-2 ${6 * k}Z" fill="#000" opacity=".4" transform="translate(${1.6 * k} ${2.6 * k})"/>` +
    `<path d="M-2 ${-6 * k}L${length * 0.8} ${-1.8 * k}L${length + 4 * k} ${-2.2 * k}V${2.2 * k}L${length * 0.8} ${1.8 * k}L-2 ${6 * k}Z" fill="${arm}" stroke="#fff" stroke-opacity=".6" stroke-width=".4"/><path d="M${8 * k} ${-2 * k}L${length * 0.55} -${0.6 * k}V${0.6 * k}L${8 * k} ${2 * k}Z" fill="#5b6068"/><rect x="${length}" y="${-1.7 * k}" width="${5 * k}" height="${3.4 * k}" fill="#25272c"/></g>` +
    `<g transform="translate(${pivot[0]} ${pivot[1]})"><circle r="${9 * k}" fill="#000" opacity=".3" cx="1" cy="2"/><circle r="${8.6 * k}" fill="${arm}"/><circle r="${5 * k}" fill="#7a7f88"/><circle r="${5 * k}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width=".5"/><circle r="${2 * k}" fill="#303339"/></g>`;
  s.on(
    rim,
    `<g clip-path="${clip}">${inside}</g><path d="${path(well)}" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".7"/>`,
  );
};

const closed = (s: Sketch, p: HardDiskImage, w: number, d: number, h: number, k: number): void => {
  const metal = p.body;
  const outline = rect(3 * k, 3 * k, w - 6 * k, d - 6 * k, 7 * k);
  s.extrude(top(h + 1.4 * k), outline, 1.4 * k, { colour: metal, finish: 'metal', edge: 0.9 });
  const c: V2 = [w * 0.6, d * 0.5];
  const emboss = s.linear(
    [w * 0.3, 0],
    [w * 0.8, d],
    [
      [0, '#000', 0.28],
      [0.5, '#000', 0.04],
      [1, '#fff', 0.5],
    ],
  );
  s.on(
    top(h + 1.4 * k),
    `<path d="${path(circle(c[0], c[1], d * 0.43))}" fill="none" stroke="${emboss}" stroke-width="${1.4 * k}"/><path d="${path(circle(w * 0.16, d * 0.74, d * 0.12))}" fill="none" stroke="${emboss}" stroke-width="${1.2 * k}"/>`,
  );
  const lx = w * 0.235;
  const [lw, lh] = [w * 0.7, d * 0.82];
  const y = (d - lh) / 2;
  const bars = Array.from({ length: 34 }, (_, i) =>
    (i * 7919) % 5 > 1
      ? `<rect x="${i * lw * 0.0105}" width="${((i * 31) % 3) * lw * 0.0024 + lw * 0.003}" height="${lh * 0.11}" fill="#16171b"/>`
      : '',
  ).join('');
  s.on(
    top(h + 1.5 * k, lx, y),
    `<rect width="${lw}" height="${lh}" rx="${2 * k}" fill="#f6f4f0"/><path d="M0 ${2 * k}a${2 * k} ${2 * k} 0 0 1 ${2 * k} ${-2 * k}H${lw * 0.3}L${lw * 0.16} ${lh}H${2 * k}a${2 * k} ${2 * k} 0 0 1 ${-2 * k} ${-2 * k}Z" fill="${p.accent}"/>` +
      `<g transform="translate(${lw * 0.115} ${lh * 0.2}) scale(${lh * 0.017})"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="#fff"/></g>` +
      letters(p.capacity, lw * 0.34, lh * 0.11, {
        size: fitLetters(p.capacity, lh * 0.25, lw * 0.6),
        colour: '#16171b',
        weight: 0.19,
      }) +
      letters(p.series, lw * 0.34, lh * 0.47, {
        size: fitLetters(p.series, lh * 0.09, lw * 0.58),
        colour: '#16171b',
        weight: 0.17,
      }) +
      letters(p.speed, lw * 0.34, lh * 0.63, {
        size: fitLetters(p.speed, lh * 0.06, lw * 0.58),
        colour: '#55585f',
        weight: 0.15,
      }) +
      `<g transform="translate(${lw * 0.34} ${lh * 0.8})">${bars}</g>` +
      letters('RAPID', lw * 0.95, lh * 0.82, {
        size: lh * 0.065,
        colour: p.accent,
        weight: 0.2,
        anchor: 'end',
      }),
  );
  const screws = [
    [7, 7],
    [w / k - 7, 7],
    [7, d / k - 7],
    [w / k - 7, d / k - 7],
    [w / k / 2, 6],
    [w / k / 2, d / k - 6],
  ]
    .map(([x, sy]) => screw(x! * k, sy! * k, 2.2 * k))
    .join('');
  s.on(top(h + 1.5 * k), screws);
};

const screw = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r * 1.2}" fill="#000" opacity=".3"/><circle cx="${x}" cy="${y}" r="${r}" fill="#5d6169"/><circle cx="${x - r * 0.2}" cy="${y - r * 0.2}" r="${r * 0.75}" fill="#8f949c"/><path d="M${x - r * 0.5} ${y}h${r}M${x} ${y - r * 0.5}v${r}" stroke="#26282d" stroke-width="${r * 0.24}"/>`;

export const drawHardDisk = (s: Sketch, p: HardDiskImage): void => {
  const [w, d, h] = p.form === 3.5 ? [147, 102, 26] : [100, 70, 9.5];
  const k = p.form === 3.5 ? 1 : 0.69;
  s.box(
    [0, 0, 0],
    [w, d, h],
    { colour: shade(p.body, 0.72), face: mix(p.body, '#8a8f97', 0.3), finish: 'metal', edge: 0.7 },
    { radius: 3 * k, shadow: true },
  );
  const holes = (n: number, len: number): string =>
    Array.from(
      { length: n },
      (_, i) =>
        `<circle cx="${len * (0.18 + (0.64 * i) / (n - 1))}" cy="${h * 0.6}" r="${h * 0.1}" fill="#1a1b1f"/>`,
    ).join('');
  s.on(
    front(d, 0, h),
    `<path d="M0 ${h * 0.3}H${w}" stroke="#000" stroke-opacity=".25" stroke-width=".8"/><path d="M0 ${h * 0.34}H${w}" stroke="#fff" stroke-opacity=".25" stroke-width=".5"/>${holes(3, w)}`,
  );
  const e = d;
  const pins = Array.from(
    { length: 22 },
    (_, i) =>
      `<path d="M${e * 0.2 + i * e * 0.018 + (i > 6 ? 4 * k : 0)} ${h * 0.55}v${h * 0.16}" stroke="#dcae4e" stroke-width="${e * 0.009}"/>`,
  ).join('');
  s.on(
    side(w, d, h),
    `<rect x="${e * 0.16}" y="${h * 0.46}" width="${e * 0.54}" height="${h * 0.36}" rx="${k}" fill="#15161a"/>${pins}<rect x="${e * 0.76}" y="${h * 0.52}" width="${e * 0.1}" height="${h * 0.26}" fill="#15161a"/>`,
  );
  if (p.open) opened(s, p, w, d, h, k);
  else closed(s, p, w, d, h, k);
};
