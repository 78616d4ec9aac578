import { mix, shade } from '../colour.js';
import { front, rect, shift, side, top, type Plane, type V3 } from '../geometry.js';
import { letters } from '../letters.js';
import type { Sketch } from '../sketch.js';
import type { View } from '../studio.js';
import { curve, tube } from '../wire.js';

export interface UsbPortsImage {
  kind: 'usb-ports';
  type: 'hub' | 'card' | 'panel' | 'connector';
  body: string;
  accent: string;
  /** Ports from left to right: a is USB-A, c is USB-C. */
  ports: string;
}

export const usbPortsView = (p: UsbPortsImage): View => {
  if (p.type === 'card') return { yaw: 38, pitch: 28, fill: [0.8, 0.72] };
  if (p.type === 'panel') return { yaw: 34, pitch: 26, fill: [0.8, 0.66] };
  return { yaw: 40, pitch: 33, fill: [0.8, 0.68] };
};

/** One socket's opening, its upper left corner at the origin; about 13 × 6 mm for A, 9 × 3.4 for C. */
const opening = (type: string, accent: string, k: number): string =>
  type === 'c'
    ? `<rect width="${9 * k}" height="${3.6 * k}" rx="${1.8 * k}" fill="#050506" stroke="#d5d8dd" stroke-width="${0.7 * k}"/><rect x="${2 * k}" y="${1.45 * k}" width="${5 * k}" height="${0.7 * k}" rx="${0.3 * k}" fill="#c79c48"/>`
    : `<rect width="${13 * k}" height="${6 * k}" rx="${0.6 * k}" fill="#060607" stroke="#d5d8dd" stroke-width="${0.9 * k}"/><rect x="${1.3 * k}" y="${1.1 * k}" width="${10.4 * k}" height="${2.1 * k}" fill="${accent}"/>${[0, 1, 2, 3].map((i) => `<rect x="${(2.4 + i * 2.4) * k}" y="${3.2 * k}" width="${1.1 * k}" height="${0.7 * k}" fill="#e0b350"/>`).join('')}`;

const rowOfPorts = (p: UsbPortsImage, x: number, width: number, mid: number, k: number): string => {
  const types = Array.from(p.ports);
  return types
    .map((type, i) => {
      const [w, h] = type === 'c' ? [9 * k, 3.6 * k] : [13 * k, 6 * k];
      const cx = x + (width * (i + 0.5)) / types.length;
      return `<g transform="translate(${cx - w / 2} ${mid - h / 2})">${opening(type, p.accent, k)}</g>`;
    })
    .join('');
};

const hub = (s: Sketch, p: UsbPortsImage): void => {
  const [w, d, h] = [Math.max(96, p.ports.length * 22), 46, 19];
  tube(
    s,
    curve([
      [6, 20, 9],
      [-22, 20, 9],
      [-44, 8, 4],
      [-40, -26, 3],
      [-4, -40, 3],
      [34, -34, 3],
      [58, -44, 3],
    ]),
    { width: 7, colour: '#26272c', braid: true, shadow: true },
  );
  s.box([56, -51, 0], [24, 14, 8], { colour: '#3a3c43', edge: 0.7 }, { radius: 2, shadow: true });
  s.box([80, -49, 1.5], [10, 10, 5], { colour: '#c4c8ce', finish: 'metal', edge: 0.9 }, { radius: 1 });
  s.box([0, 0, 0], [w, d, h], { colour: p.body, finish: 'metal', edge: 0.9 }, { radius: 5, shadow: true });
  const light = p.body > '#888888';
  s.on(
    top(h),
    `<g transform="translate(17 ${d * 0.5}) scale(1)"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5ZM1.6 5L4 .6L6.4 5Z" fill="#e0262d"/></g>${letters('RAPID', 30, d * 0.4, { size: 9, colour: light ? '#1b1c20' : '#f4f2ee', weight: 0.19, spacing: 1.15 })}<circle cx="${w - 12}" cy="${d * 0.5}" r="1.8" fill="#7df0a0"/>`,
  );
  const face = shift(front(d, 0, h), 0, 0);
  s.on(
    face,
    `<rect x="5" y="3.5" width="${w - 10}" height="${h - 7}" rx="3" fill="#000" opacity=".35"/>${rowOfPorts(p, 6, w - 12, h / 2, 1.15)}`,
  );
  s.on(
    side(w, d, h),
    `<g transform="translate(${d / 2 - 6} ${h / 2 - 2.2})">${opening('c', p.accent, 1.25)}</g>`,
  );
};

const card = (s: Sketch, p: UsbPortsImage): void => {
  const [l, h] = [112, 62];
  const z = 12;
  const plane = front(0, 0, z + h);
  s.cast([
    [0, 0, 0],
    [l + 12, 0, 0],
    [l + 12, -22, 0],
    [0, -4, 0],
    [0, 0, h],
    [l + 12, 0, h],
    [l + 12, -20, h],
  ]);
  s.extrude(front(0, l * 0.18, z + 2), rect(0, 0, l * 0.34, 12, 0.5), 1.6, { colour: p.body });
  const fingers = Array.from(
    { length: 17 },
    (_, i) => `<rect x="${1 + i * 2.2}" y="2" width="1.3" height="9" fill="#e2b552"/>`,
  ).join('');
  s.on(front(0.1, l * 0.18, z + 2), fingers);
  s.extrude(plane, rect(0, 0, l, h, 2), 1.8, { colour: p.body, edge: 0.6 });
  const lines = Array.from(
    { length: 12 },
    (_, i) =>
      `M${l * 0.44} ${10 + i * 3.4}h${8 + (i % 4) * 3}l${5 + (i % 3) * 2} ${i % 2 ? 4 : -3}H${l - 14}`,
  ).join('');
  s.on(
    plane,
    `<path d="${lines}" fill="none" stroke="${mix(p.body, '#ffffff', 0.28)}" stroke-width=".6" opacity=".7"/>${letters('RAPID', 8, h - 11, { size: 6, colour: '#f4f2ee', weight: 0.18 })}${[
      [6, 6],
      [l - 26, h - 6],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="2.6" fill="#d8ae55"/><circle cx="${x}" cy="${y}" r="1.4" fill="#0d0d0f"/>`,
      )
      .join('')}`,
  );
  const chip = (x: number, y: number, w: number, ch: number, out: number, colour: string): Plane => {
    const q = shift(plane, x, y, out);
    s.extrude(q, rect(0, 0, w, ch, 0.6), out, {
      colour,
      edge: 0.6,
      finish: colour === '#9aa0a8' ? 'metal' : 'matte',
    });
    return q;
  };
  const sink = chip(24, 12, 26, 26, 6, '#9aa0a8');
  s.on(
    sink,
    Array.from(
      { length: 6 },
      (_, i) => `<path d="M${2.6 + i * 4.2} 1V25" stroke="#000" stroke-opacity=".5" stroke-width="1.7"/>`,
    ).join(''),
  );
  chip(58, 30, 13, 13, 1.6, '#26272c');
  chip(60, 12, 9, 8, 1.6, '#26272c');
  for (let i = 0; i < 5; i++) chip(8, 10 + i * 7.4, 6, 5, 2.4, i % 2 ? '#c9cdd3' : '#b39a77');
  chip(l - 38, 4, 16, 9, 8, '#1b1c20');
  const n = p.ports.length;
  for (let i = 0; i < n; i++) chip(l - 17, 5 + i * ((h - 8) / n), 17, ((h - 8) / n) * 0.72, 8, '#c4c8ce');
  const bh = h + 18;
  const br = side(l + 1.6, 16, bh + 6);
  s.extrude(br, rect(0, 0, 20, bh, 1.5), 1.6, { colour: '#b9bdc3', finish: 'metal', edge: 0.8 });
  const sockets = Array.from(p.ports)
    .map((type, i) => {
      const y = 17 + i * ((h - 8) / n);
      return `<g transform="translate(${type === 'c' ? 12.2 : 13.4} ${y}) rotate(90)">${opening(type, p.accent, type === 'c' ? 1.1 : 0.86)}</g>`;
    })
    .join('');
  s.on(br, sockets + '<circle cx="5" cy="5" r="1.8" fill="#44474e"/>');
};

const panel = (s: Sketch, p: UsbPortsImage): void => {
  const [w, d, h] = [102, 58, 26];
  for (let i = 0; i < 2; i++)
    tube(
      s,
      curve([
        [26 + i * 44, 6, 12],
        [24 + i * 46, -22, 10],
        [20 + i * 52, -44, 4],
        [44 + i * 52, -66, 4],
        [82 + i * 44, -60, 4],
      ]),
      { width: 8, colour: '#26272c', shadow: true },
    );
  for (let i = 0; i < 2; i++)
    s.box(
      [80 + i * 44, -68, 0],
      [13, 17, 9],
      { colour: i ? '#26272c' : shade(p.accent, 0.7), edge: 0.7 },
      { shadow: true },
    );
  s.box([2, 0, 2], [w - 4, d, h - 4], { colour: '#b9bdc3', finish: 'metal', edge: 0.8 }, { shadow: true });
  s.on(
    top(h - 2, 2, 0),
    [
      [14, 12],
      [w - 18, 12],
      [14, d - 18],
      [w - 18, d - 18],
    ]
      .map(([x, y]) => `<rect x="${x! - 4}" y="${y! - 1.6}" width="8" height="3.2" rx="1.6" fill="#2b2d33"/>`)
      .join('') +
      letters('RAPID', (w - 4) / 2, d * 0.4, { size: 8, colour: '#3a3c43', anchor: 'middle', opacity: 0.7 }),
  );
  s.box([0, d, 0], [w, 5, h], { colour: p.body, edge: 0.85 }, { radius: 1.5 });
  s.on(
    front(d + 5, 0, h),
    `<rect x="4" y="5" width="${w - 8}" height="${h - 10}" rx="2" fill="#000" opacity=".3"/>${rowOfPorts(p, 5, w - 10, h / 2, 1.2)}<path d="M4 ${h - 2.6}H34" stroke="#e0262d" stroke-width="1.4"/>`,
  );
};

/** Loose board connectors as they come on a tray, in a 3 × 3 grid. */
const connector = (s: Sketch, p: UsbPortsImage): void => {
  const type = p.ports[0] ?? 'a';
  const [w, d, h] = type === 'c' ? [12, 11, 5.4] : [16, 18, 8.6];
  s.box(
    [-7, -7, 0],
    [3 * (w + 9) + 5, 3 * (d + 9) + 5, 3.4],
    { colour: p.body, edge: 0.8 },
    { radius: 4, shadow: true },
  );
  for (let row = 0; row < 3; row++)
    for (let col = 0; col < 3; col++) {
      const at: V3 = [col * (w + 9), row * (d + 9), 3.4];
      s.on(
        top(3.4, at[0], at[1]),
        `<rect x="-2.4" y="-2.4" width="${w + 4.8}" height="${d + 4.8}" rx="2" fill="#000" opacity=".35"/>`,
      );
      s.box(
        at,
        [w, d, h],
        { colour: '#c9cdd3', finish: 'metal', edge: 0.95 },
        { radius: type === 'c' ? 2 : 0.6 },
      );
      s.on(
        top(at[2] + h, at[0], at[1]),
        `<rect x="${w * 0.2}" y="${d * 0.3}" width="${w * 0.14}" height="${d * 0.26}" rx=".8" fill="#6d727a"/><rect x="${w * 0.66}" y="${d * 0.3}" width="${w * 0.14}" height="${d * 0.26}" rx=".8" fill="#6d727a"/><path d="M0 ${d * 0.16}H${w}" stroke="#7a7f87" stroke-width=".5"/>`,
      );
      const k = (w - 2.4) / (type === 'c' ? 9 : 13);
      s.on(
        front(at[1] + d, at[0], at[2] + h),
        `<g transform="translate(1.2 ${(h - (type === 'c' ? 3.6 : 6) * k) / 2})">${opening(type, p.accent, k)}</g>`,
      );
    }
};

export const drawUsbPorts = (s: Sketch, p: UsbPortsImage): void => {
  const draw = { hub, card, panel, connector }[p.type];
  draw(s, p);
};
