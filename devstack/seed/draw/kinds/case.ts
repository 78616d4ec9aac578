import { mix, shade } from '../colour.js';
import { fanFace } from '../fan-face.js';
import { front, side, top } from '../geometry.js';
import { letters } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface CaseImage {
  kind: 'case';
  /** Outer width (between the side panels), length and height, mm. */
  width: number;
  length: number;
  height: number;
  body: string;
  accent: string;
  side: 'glass' | 'mesh' | 'rack';
  glow?: string;
  fans: 0 | 1 | 2 | 3;
}

export const caseView = (p: CaseImage): View =>
  p.side === 'rack' ? { yaw: 48, pitch: 27, fill: [0.8, 0.66] } : { yaw: 35, pitch: 20, fill: [0.76, 0.76] };

const fin = (x: number, y: number, fw: number, fh: number): string =>
  Array.from(
    { length: 7 },
    (_, i) =>
      `<path d="M${x} ${y + (i + 0.5) * (fh / 7)}h${fw}" stroke="#000" stroke-opacity=".5" stroke-width="${fh / 18}"/>`,
  ).join('');

const inside = (s: Sketch, p: CaseImage, w: number, h: number): string => {
  const glow = p.glow ?? '#ff4a50';
  const back = s.linear(
    [0, 0],
    [w, h],
    [
      [0, '#24262c'],
      [1, '#101115'],
    ],
  );
  const light = s.radial([w * 0.78, h * 0.4], w * 0.6, [
    [0, glow, 0.55],
    [1, glow, 0],
  ]);
  const [bx, by, bw, bh] = [w * 0.1, h * 0.09, w * 0.52, h * 0.6];
  const rotor = fanFace(s, {
    r: w * 0.085,
    blades: 7,
    blade: '#5a5d66',
    recess: [0, 0],
    glow,
    badge: p.accent,
  });
  const sticks = [0, 1, 2, 3]
    .map(
      (i) =>
        `<rect x="${bx + bw * 0.7 + i * w * 0.022}" y="${by + bh * 0.1}" width="${w * 0.013}" height="${bh * 0.42}" fill="${i % 2 ? '#4a4d55' : glow}"/>`,
    )
    .join('');
  const gpuY = by + bh * 0.66;
  return (
    `<rect width="${w}" height="${h}" fill="${back}"/><rect x="${bx}" y="${by}" width="${bw}" height="${bh}" rx="4" fill="#1c2f2a"/><rect x="${bx}" y="${by}" width="${bw}" height="${bh}" rx="4" fill="none" stroke="#4d7a69" stroke-opacity=".5"/>` +
    `<rect x="${bx}" y="${by}" width="${bw * 0.17}" height="${bh * 0.44}" rx="3" fill="#4b4e57"/>${fin(bx, by, bw * 0.17, bh * 0.44)}<rect x="${bx + bw * 0.22}" y="${by + 4}" width="${bw * 0.38}" height="${bh * 0.1}" rx="2" fill="#4b4e57"/>` +
    `<rect x="${bx + bw * 0.24}" y="${by + bh * 0.16}" width="${w * 0.2}" height="${w * 0.2}" rx="5" fill="#2a2c33"/><g transform="translate(${bx + bw * 0.24 + w * 0.1} ${by + bh * 0.16 + w * 0.1})">${rotor}</g>${sticks}` +
    `<rect x="${bx}" y="${gpuY}" width="${w * 0.64}" height="${h * 0.115}" rx="4" fill="#3a3c43"/><path d="M${bx} ${gpuY + 3}h${w * 0.64}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/><path d="M${bx + w * 0.36} ${gpuY + h * 0.05}h${w * 0.2}l8 ${h * 0.02}h-${w * 0.2}z" fill="${p.accent}"/>` +
    letters('RAPID', bx + w * 0.05, gpuY + h * 0.04, {
      size: h * 0.036,
      colour: '#f4f2ee',
      weight: 0.19,
      spacing: 1.3,
    }) +
    `<path d="M${w * 0.74} ${gpuY + h * 0.05}C${w * 0.8} ${gpuY + h * 0.05} ${w * 0.78} ${h * 0.83} ${w * 0.72} ${h * 0.86}" stroke="#0a0a0c" stroke-width="${h * 0.022}" fill="none"/>` +
    `<rect width="${w}" height="${h}" fill="${light}"/><rect y="${h * 0.8}" width="${w}" height="${h * 0.2}" fill="#1a1b20"/><path d="M0 ${h * 0.8}H${w}" stroke="#fff" stroke-opacity=".3" stroke-width="1.5"/>` +
    letters('RAPID MANUFACTURER', w * 0.08, h * 0.88, {
      size: h * 0.03,
      colour: '#b9b6b0',
      weight: 0.16,
      spacing: 1.4,
    })
  );
};

const glassSide = (s: Sketch, p: CaseImage): void => {
  const [w, h] = [p.length, p.height];
  const m = 12;
  const plane = front(p.width, 0, h + 14);
  const recess = s.cam.recess(plane, 46);
  const clip = s.clip(`<rect x="${m}" y="${m}" width="${w - m * 2}" height="${h - m * 2}" rx="5"/>`);
  const sheen = s.linear(
    [0, 0],
    [w, h],
    [
      [0, '#ffffff', 0.3],
      [0.28, '#ffffff', 0.06],
      [0.281, '#ffffff', 0.15],
      [0.4, '#ffffff', 0.05],
      [0.401, '#ffffff', 0],
      [1, '#ffffff', 0.03],
    ],
  );
  s.on(
    plane,
    `<g clip-path="${clip}"><rect width="${w}" height="${h}" fill="#0b0b0e"/><g transform="translate(${recess[0]} ${recess[1]}) translate(${m} ${m})">${inside(s, p, w - m * 2, h - m * 2)}</g><rect width="${w}" height="${h}" fill="${sheen}"/></g>` +
      `<rect x="${m}" y="${m}" width="${w - m * 2}" height="${h - m * 2}" rx="5" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="2.4"/><rect x="${m - 1.5}" y="${m - 1.5}" width="${w - m * 2 + 3}" height="${h - m * 2 + 3}" rx="6" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1"/>` +
      [
        [20, 20],
        [w - 20, 20],
        [20, h - 20],
        [w - 20, h - 20],
      ]
        .map(
          ([x, y]) =>
            `<circle cx="${x}" cy="${y}" r="5" fill="#b6bac1"/><circle cx="${x}" cy="${y}" r="2" fill="#2b2d33"/>`,
        )
        .join(''),
  );
};

const mesh = (w: number, h: number, step: number, r: number): string => {
  const dots: string[] = [];
  for (let y = 0, row = 0; y <= h; y += step * 0.86, row++)
    for (let x = (row % 2) * (step / 2); x <= w; x += step)
      dots.push(
        `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
      );
  return dots.join('');
};

const meshSide = (s: Sketch, p: CaseImage): void => {
  const [w, h] = [p.length, p.height];
  s.on(
    front(p.width, 0, h + 14),
    `<rect x="10" y="10" width="${w - 20}" height="${h - 20}" rx="8" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2"/><path d="${mesh(w * 0.62, h * 0.62, 13, 4)}" transform="translate(${w * 0.19} ${h * 0.19})" fill="#0b0b0d" opacity=".85"/>`,
  );
};

const frontPanel = (s: Sketch, p: CaseImage): void => {
  const [w, h] = [p.width, p.height];
  const plane = side(p.length, p.width, h + 14);
  const recess = s.cam.recess(plane, 1);
  const area = { x: 14, y: 16, w: w - 28, h: h - 56 };
  const clip = s.clip(`<rect x="${area.x}" y="${area.y}" width="${area.w}" height="${area.h}" rx="8"/>`);
  const r = Math.min(area.w * 0.45, area.h / Math.max(p.fans, 1) / 2.12);
  const fans = Array.from({ length: p.fans }, (_, i) => {
    const face = fanFace(s, {
      r,
      blades: 9,
      blade: '#5a5d66',
      recess,
      depth: 14,
      turn: i * 20,
      badge: p.accent,
      ...(p.glow ? { glow: p.glow } : {}),
    });
    return `<g transform="translate(${w / 2} ${area.y + (area.h * (i + 0.5)) / p.fans})">${face}</g>`;
  }).join('');
  s.on(
    plane,
    `<g clip-path="${clip}"><rect width="${w}" height="${h}" fill="#101115"/>${fans}<path d="${mesh(area.w, area.h, 8, p.fans ? 1.9 : 2.6)}" transform="translate(${area.x} ${area.y})" fill="${shade(p.body, p.fans ? 0.62 : 0.3)}" opacity="${p.fans ? 0.5 : 1}"/></g>` +
      `<rect x="${area.x}" y="${area.y}" width="${area.w}" height="${area.h}" rx="8" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="1.2"/>` +
      `<g transform="translate(${w / 2} ${h - 20}) scale(1.15)"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="${p.accent}"/></g>`,
  );
};

const rack = (s: Sketch, p: CaseImage): void => {
  const { width: w, length: l, height: h } = p;
  s.box([0, 0, 0], [l, w, h], { colour: p.body, finish: 'metal', edge: 0.7 }, { radius: 2, shadow: true });
  s.on(
    top(h),
    `<path d="M${l * 0.3} 0V${w}" stroke="#000" stroke-opacity=".35" stroke-width="2"/><path d="${mesh(l * 0.16, w * 0.7, 10, 3)}" transform="translate(${l * 0.06} ${w * 0.15})" fill="#0b0b0d" opacity=".6"/>${letters('RAPID', l * 0.62, w * 0.42, { size: 30, colour: '#f4f2ee', anchor: 'middle', weight: 0.17, opacity: 0.5 })}`,
  );
  s.on(
    front(w, 0, h),
    [0.12, 0.5, 0.88].map((k) => `<circle cx="${l * k}" cy="${h / 2}" r="4" fill="#1a1b1f"/>`).join(''),
  );
  s.box([l, -16, 0], [6, w + 32, h], { colour: shade(p.body, 0.95), edge: 0.8 }, { radius: 2 });
  const face = side(l + 6, w + 16, h);
  const fw = w + 32;
  const bays = Array.from({ length: 8 }, (_, i) => {
    const x = 78 + (i % 4) * ((fw - 170) / 4);
    const y = 12 + Math.floor(i / 4) * ((h - 24) / 2);
    const [bw, bh] = [(fw - 170) / 4 - 5, (h - 24) / 2 - 6];
    return `<rect x="${x}" y="${y}" width="${bw}" height="${bh}" rx="3" fill="#191a1e" stroke="#5d6068" stroke-width="1"/><path d="${mesh(bw * 0.62, bh * 0.62, 7, 2)}" transform="translate(${x + bw * 0.1} ${y + bh * 0.2})" fill="#050506"/><rect x="${x + bw * 0.8}" y="${y + 5}" width="${bw * 0.12}" height="${bh - 10}" rx="2" fill="${p.accent}"/><circle cx="${x + bw * 0.86}" cy="${y + bh * 0.82}" r="2.2" fill="#8ff0a8"/>`;
  }).join('');
  const handle = (x: number): string =>
    `<rect x="${x}" y="${h * 0.18}" width="13" height="${h * 0.64}" rx="6" fill="#c9cdd3"/><rect x="${x + 2}" y="${h * 0.2}" width="4" height="${h * 0.6}" rx="2" fill="#fff" opacity=".7"/>`;
  s.on(
    face,
    `${handle(12)}${handle(fw - 25)}${bays}<g transform="translate(52 ${h * 0.3}) scale(1.5)"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="${p.accent}"/></g><circle cx="52" cy="${h * 0.68}" r="7" fill="#2b2d33" stroke="#9a9fa7" stroke-width="1.4"/><rect x="${fw - 78}" y="${h * 0.3}" width="34" height="9" rx="2" fill="#050506" stroke="#777" stroke-width="1"/><rect x="${fw - 78}" y="${h * 0.55}" width="34" height="9" rx="2" fill="#050506" stroke="#777" stroke-width="1"/>`,
  );
};

export const drawCase = (s: Sketch, p: CaseImage): void => {
  if (p.side === 'rack') return rack(s, p);
  const { width: w, length: l, height: h } = p;
  const feet = [
    [12, 12],
    [l - 60, 12],
    [12, w - 26],
    [l - 60, w - 26],
  ] as const;
  s.cast([
    [0, 0, 0],
    [l, 0, 0],
    [l, w, 0],
    [0, w, 0],
    [0, 0, h],
    [l, 0, h],
    [l, w, h],
    [0, w, h],
  ]);
  for (const [x, y] of feet) s.box([x, y, 0], [48, 14, 14], { colour: '#1b1c20' });
  s.box([0, 0, 14], [l, w, h], { colour: p.body, edge: 0.7 }, { radius: 5 });
  s.on(
    top(h + 14),
    `<rect x="${l * 0.1}" y="${w * 0.16}" width="${l * 0.62}" height="${w * 0.68}" rx="8" fill="#000" opacity=".25"/><path d="${mesh(l * 0.58, w * 0.6, 9, 2.8)}" transform="translate(${l * 0.12} ${w * 0.2})" fill="#08080a" opacity=".8"/>` +
      `<circle cx="${l * 0.88}" cy="${w * 0.3}" r="8" fill="${mix(p.body, '#000000', 0.4)}" stroke="#fff" stroke-opacity=".4" stroke-width="1.4"/><circle cx="${l * 0.88}" cy="${w * 0.3}" r="3" fill="${p.accent}"/>` +
      [0.52, 0.66]
        .map(
          (k) =>
            `<rect x="${l * 0.865}" y="${w * k}" width="14" height="${w * 0.09}" rx="2" fill="#060607"/>`,
        )
        .join(''),
  );
  if (p.side === 'glass') glassSide(s, p);
  else meshSide(s, p);
  frontPanel(s, p);
};
