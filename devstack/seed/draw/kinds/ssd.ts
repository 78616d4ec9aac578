import { mix, shade } from '../colour.js';
import { front, side, top, type V2 } from '../geometry.js';
import { fitLetters, letters } from '../letters.js';
import { path, type Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface SsdImage {
  kind: 'ssd';
  form: 'm2' | 'm2-heatsink' | 'sata' | 'u2' | 'portable';
  body: string;
  accent: string;
  capacity: string;
  series: string;
}

export const ssdView = (p: SsdImage): View =>
  p.form.startsWith('m2')
    ? { yaw: 33, pitch: 44, fill: [0.84, 0.7] }
    : { yaw: 40, pitch: 41, fill: [0.76, 0.68] };

const edgeConnector = (s: Sketch, x: number, w: number, z: number): void => {
  const pins = Array.from({ length: 26 }, (_, i) =>
    i > 4 && i < 7
      ? ''
      : `<rect x="0" y="${1 + i * ((w - 2) / 26)}" width="3.4" height="${((w - 2) / 26) * 0.62}" fill="#e4b854"/>`,
  ).join('');
  s.on(top(z, x, 0), pins);
};

const m2 = (s: Sketch, p: SsdImage): void => {
  const [w, d, t] = [84, 24, 1.4];
  const outline: V2[] = [
    [0, 0],
    [w - 4, 0],
    [w - 4, 0.6],
    [w, 0.6],
    [w, 4.6],
    [w - 3.6, 4.6],
    [w - 3.6, 6.2],
    [w, 6.2],
    [w, d - 0.6],
    [w - 4, d - 0.6],
    [w - 4, d],
    [0, d],
  ];
  s.extrude(top(t + 1), outline, t, { colour: p.body, edge: 0.6 });
  s.cast([
    [0, 0, 0],
    [w, 0, 0],
    [w, d, 0],
    [0, d, 0],
    [0, 0, 6],
    [w, 0, 6],
    [w, d, 6],
    [0, d, 6],
  ]);
  edgeConnector(s, w - 3.6, d, t + 1);
  const gold = s.radial([-0.5, -0.5], 3, [
    [0, '#f7dd94'],
    [1, '#b68a38'],
  ]);
  s.on(
    top(t + 1, 0, d / 2),
    `<path d="M0 -3.1A3.1 3.1 0 0 1 0 3.1Z" fill="${gold}"/><path d="M0 -1.9A1.9 1.9 0 0 1 0 1.9Z" fill="#5b5148"/>`,
  );
  if (p.form === 'm2-heatsink') {
    s.box([5, 0.6, t + 1], [w - 11, d - 1.2, 2], { colour: '#1f2025' });
    s.box([5, 0.6, t + 3], [w - 11, d - 1.2, 1.6], { colour: shade(p.accent, 0.8), finish: 'metal' });
    const n = 5;
    for (let i = 0; i < n; i++) {
      const y = 0.6 + (i * (d - 1.2)) / n;
      const inset = i === 2 ? 26 : 0;
      s.box([5 + inset, y, t + 4.6], [w - 11 - inset * 2 + (i === 2 ? 26 : 0), ((d - 1.2) / n) * 0.62, 5.4], {
        colour: '#3f4249',
        finish: 'metal',
        edge: 0.8,
      });
    }
    s.box([6, 5.4, t + 4.6], [27, d - 10.8, 6.2], { colour: '#2b2d33', edge: 0.7 }, { radius: 0.8 });
    s.on(
      top(t + 10.8, 6, 5.4),
      letters('RAPID', 3, 3.2, { size: 4.2, colour: '#f4f2ee', weight: 0.18 }) +
        letters(p.capacity, 3, 9, { size: 2.3, colour: mix(p.accent, '#ffffff', 0.35), weight: 0.18 }),
    );
    return;
  }
  const parts: [number, number, number, number, string][] = [
    [6, 3.4, 15, 17, '#26272c'],
    [23, 3.4, 15, 17, '#26272c'],
    [41, 5, 10, 13, '#2f3137'],
    [54, 4, 14, 15, '#34363c'],
  ];
  for (const [x, y, cw, cd, colour] of parts) s.box([x, y, t + 1], [cw, cd, 1.8], { colour, edge: 0.6 });
  s.on(
    top(t + 2.8, 54, 4),
    letters('RMC-4', 7, 5.4, { size: 2.3, colour: '#d3d1cc', anchor: 'middle' }) +
      letters('CTRL', 7, 9, { size: 1.6, colour: '#a7a5a0', anchor: 'middle' }),
  );
  for (let i = 0; i < 9; i++)
    s.box([70.5 + (i % 3) * 2.9, 4 + Math.floor(i / 3) * 5.4, t + 1], [1.7, 3, 0.8], {
      colour: i % 2 ? '#b39a77' : '#3c3e44',
    });
  const lw = 44;
  s.on(
    top(t + 2.9, 5, 2.6),
    `<rect width="${lw}" height="18.6" rx=".8" fill="#17181c"/><path d="${path([
      [0, 0],
      [5.4, 0],
      [2.6, 18.6],
      [0, 18.6],
    ])}" fill="${p.accent}"/><rect width="${lw}" height="18.6" rx=".8" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width=".25"/>` +
      letters(p.capacity, 8, 3.4, { size: 6, colour: '#f6f4f0', weight: 0.18 }) +
      letters(p.series, 8, 12.4, { size: 2.7, colour: '#cfccc6', weight: 0.16 }) +
      letters('RAPID', lw - 2, 3.4, { size: 2.4, colour: p.accent, weight: 0.2, anchor: 'end' }),
  );
};

const brick = (s: Sketch, p: SsdImage): void => {
  const portable = p.form === 'portable';
  const [w, d, h] = portable ? [104, 56, 12] : p.form === 'u2' ? [100, 70, 15] : [100, 70, 7];
  s.box(
    [0, 0, 0],
    [w, d, h],
    { colour: p.body, finish: 'metal', edge: 0.85 },
    { radius: portable ? 9 : 3, shadow: true },
  );
  const lid = top(h);
  const light = p.body > '#888888';
  const ink = light ? '#1b1c20' : '#f4f2ee';
  if (p.form === 'u2') {
    for (let i = 0; i < 9; i++)
      s.box([8, 7 + i * 6.6, h], [w * 0.44, 3, 3], {
        colour: shade(p.body, 0.85),
        finish: 'metal',
        edge: 0.8,
      });
    s.on(
      top(h, w * 0.54, 8),
      `<rect width="${w * 0.4}" height="54" rx="2" fill="#f6f4f0"/><rect width="${w * 0.4}" height="13" rx="2" fill="${p.accent}"/>${letters('RAPID', 5, 4, { size: 5.4, colour: '#fff', weight: 0.2 })}${letters(p.capacity, 4.5, 19, { size: fitLetters(p.capacity, 8.6, w * 0.4 - 8), colour: '#16171b', weight: 0.18 })}${letters(p.series, 5, 33, { size: 3.8, colour: '#3d4046', weight: 0.17 })}${letters('NVME U.2', 5, 42, { size: 3.2, colour: '#6a6d75' })}`,
    );
  } else {
    const stripe = portable
      ? ''
      : `<path d="${path([
          [0, d * 0.62],
          [w * 0.5, d * 0.62],
          [w * 0.62, d * 0.78],
          [w, d * 0.78],
          [w, d * 0.87],
          [w * 0.59, d * 0.87],
          [w * 0.47, d * 0.71],
          [0, d * 0.71],
        ])}" fill="${p.accent}"/>`;
    const ridges = portable
      ? Array.from(
          { length: 11 },
          (_, i) =>
            `<path d="M${w * 0.62 + i * 3.2} 9V${d - 9}" stroke="#000" stroke-opacity=".35" stroke-width="1.1"/><path d="M${w * 0.62 + i * 3.2 + 0.9} 9V${d - 9}" stroke="#fff" stroke-opacity=".16" stroke-width=".5"/>`,
        ).join('')
      : '';
    s.on(
      lid,
      `${stripe}${ridges}<g transform="translate(${portable ? 16 : 15} ${d * 0.27}) scale(.85)"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="${p.accent}"/></g>` +
        letters('RAPID', 26, d * 0.2, { size: 8.6, colour: ink, weight: 0.19, spacing: 1.15 }) +
        letters(p.capacity, portable ? 11 : w - 9, portable ? d * 0.62 : d * 0.52, {
          size: portable ? 8.6 : 10,
          colour: ink,
          weight: 0.17,
          anchor: portable ? 'start' : 'end',
        }) +
        letters(p.series, portable ? 11 : 10, portable ? d * 0.83 : d * 0.43, {
          size: 4.2,
          colour: ink,
          opacity: 0.75,
        }),
    );
  }
  if (portable) {
    s.on(
      side(w, d, h),
      `<rect x="${d * 0.36}" y="${h * 0.32}" width="${d * 0.28}" height="${h * 0.36}" rx="${h * 0.18}" fill="#08080a" stroke="#9a9fa7" stroke-width=".6"/><rect x="${d * 0.4}" y="${h * 0.45}" width="${d * 0.2}" height="${h * 0.1}" rx=".5" fill="#d0a550"/>`,
    );
    return;
  }
  const pins = Array.from(
    { length: 20 },
    (_, i) =>
      `<path d="M${d * 0.2 + i * 1.7 + (i > 6 ? 3 : 0)} ${h * 0.44}v${h * 0.2}" stroke="#e0b350" stroke-width=".9"/>`,
  ).join('');
  s.on(
    side(w, d, h),
    `<rect x="${d * 0.16}" y="${h * 0.3}" width="${d * 0.62}" height="${h * 0.46}" rx="1" fill="#0f1013"/>${pins}`,
  );
  s.on(
    front(d, 0, h),
    [0.14, 0.86]
      .map((k) => `<circle cx="${w * k}" cy="${h * 0.55}" r="${Math.min(1.5, h * 0.16)}" fill="#0f1013"/>`)
      .join(''),
  );
};

export const drawSsd = (s: Sketch, p: SsdImage): void => (p.form.startsWith('m2') ? m2(s, p) : brick(s, p));
