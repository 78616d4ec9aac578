import { mix, shade } from '../colour.js';
import { rect, top, type V2 } from '../geometry.js';
import { letters } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';

export interface ProcessorImage {
  kind: 'processor';
  /** Edges of the substrate, mm. */
  width: number;
  depth: number;
  substrate: string;
  lid: 'eared' | 'square' | 'cut';
  finish: string;
  series: string;
  model: string;
  cores: string;
}

export const processorView = (): View => ({ yaw: 43, pitch: 42, fill: [0.82, 0.7] });

const lidOutline = (p: ProcessorImage, inset: number): V2[] => {
  const [x, y, w, d] = [inset, inset, p.width - inset * 2, p.depth - inset * 2];
  const k = Math.min(w, d);
  if (p.lid === 'square') return rect(x, y, w, d, k * 0.06);
  if (p.lid === 'cut') {
    const c = k * 0.13;
    return [
      [x + c, y],
      [x + w - c, y],
      [x + w, y + c],
      [x + w, y + d - c],
      [x + w - c, y + d],
      [x + c, y + d],
      [x, y + d - c],
      [x, y + c],
    ];
  }
  const [e, n] = [k * 0.2, k * 0.1];
  return [
    [x + n, y],
    [x + w - n, y],
    [x + w - n, y + e],
    [x + w, y + e + n * 0.6],
    [x + w, y + d - e - n * 0.6],
    [x + w - n, y + d - e],
    [x + w - n, y + d],
    [x + n, y + d],
    [x + n, y + d - e],
    [x, y + d - e - n * 0.6],
    [x, y + e + n * 0.6],
    [x + n, y + e],
  ];
};

export const drawProcessor = (s: Sketch, p: ProcessorImage): void => {
  const { width: w, depth: d } = p;
  const k = Math.min(w, d) / 40;
  const t = 2.1 * k;
  s.box([0, 0, 0], [w, d, t], { colour: p.substrate, edge: 0.55 }, { radius: 0.8 * k, shadow: true });
  const pads = (n: number, length: number): string =>
    Array.from(
      { length: n },
      (_, i) =>
        `<rect x="${((i + 0.5) * length) / n - length / n / 3}" y="${t * 0.3}" width="${(length / n) * 0.55}" height="${t * 0.5}" fill="#d9ab4a" opacity=".85"/>`,
    ).join('');
  s.on({ o: [0, d, t], u: [1, 0, 0], v: [0, 0, -1], n: [0, 1, 0] }, pads(Math.round(w), w));
  s.on(
    { o: [w, d, t], u: [0, -1, 0], v: [0, 0, -1], n: [1, 0, 0] },
    `<g opacity=".7">${pads(Math.round(d), d)}</g>`,
  );

  const board = top(t);
  const traces: string[] = [];
  for (let i = 0; i < 22; i++) {
    const a = (i + 1) / 23;
    traces.push(
      `M${w * a} 0V${1.6 * k}M${w * a} ${d}V${d - 1.6 * k}M0 ${d * a}H${1.6 * k}M${w} ${d * a}H${w - 1.6 * k}`,
    );
  }
  const gold = s.linear(
    [0, 0],
    [w, d],
    [
      [0, '#f1cf7d'],
      [1, '#b98a34'],
    ],
  );
  s.on(
    board,
    `<path d="${traces.join('')}" stroke="${mix(p.substrate, '#ffffff', 0.25)}" stroke-width="${0.32 * k}" opacity=".6"/>` +
      `<path d="M${1 * k} ${d - 1 * k}v-${3 * k}l${3 * k} ${3 * k}z" fill="${gold}"/>`,
  );
  const chip = (x: number, y: number, a: number, b: number): void =>
    s.box([x, y, t], [a, b, 0.7 * k], { colour: '#b9a58c', edge: 0.5 });
  for (let i = 0; i < 7; i++) {
    if (p.lid !== 'square' || i > 0) chip(w * 0.26 + i * w * 0.075, 1.5 * k, 1.7 * k, 0.9 * k);
    chip(1.5 * k, d * 0.26 + i * d * 0.075, 0.9 * k, 1.7 * k);
  }

  const inset = 3.6 * k;
  s.extrude(top(t + 1.1 * k), lidOutline(p, inset), 1.1 * k, {
    colour: shade(p.finish, 0.74),
    finish: 'metal',
    edge: 0.6,
  });
  const step = inset + 2.4 * k;
  const z = t + 2.9 * k;
  s.extrude(top(z), lidOutline({ ...p, lid: p.lid === 'eared' ? 'square' : p.lid }, step), 1.8 * k, {
    colour: p.finish,
    finish: 'metal',
    edge: 0.9,
  });
  const ink = mix(p.finish, '#0c0d10', 0.72);
  const [iw, ih] = [w - step * 2, d - step * 2];
  const unit = Math.min(iw, ih);
  const cx = iw / 2;
  s.on(
    top(z, step, step),
    `<rect x="${0.7 * k}" y="${0.7 * k}" width="${iw - 1.4 * k}" height="${ih - 1.4 * k}" rx="${k}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="${0.25 * k}"/>` +
      `<g transform="translate(${cx} ${ih * 0.225}) scale(${unit * 0.0155})"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="#d6232b"/></g>` +
      letters(p.series, cx, ih * 0.37, {
        size: unit * 0.095,
        colour: ink,
        anchor: 'middle',
        weight: 0.17,
        spacing: 1.15,
      }) +
      letters(p.model, cx, ih * 0.525, { size: unit * 0.155, colour: ink, anchor: 'middle', weight: 0.19 }) +
      letters(p.cores, cx, ih * 0.755, { size: unit * 0.058, colour: ink, anchor: 'middle', opacity: 0.85 }) +
      letters('RAPID MFG', cx, ih * 0.865, {
        size: unit * 0.045,
        colour: ink,
        anchor: 'middle',
        opacity: 0.7,
      }),
  );
};
