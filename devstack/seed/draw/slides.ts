import { Camera, type V3 } from './geometry.js';
import { drawingOf, type Image } from './image.js';
import { PRODUCTS } from '../products.js';
import { carton, conveyor, pallet, robot, truck } from './props.js';
import { folder, raster, saveAvif, saveWebp } from './render.js';
import { scene, svg, type Item } from './scene.js';
import { place } from './studio.js';

/** An image of the catalogue by its slug. */
export const imageOf = (slug: string): Image => {
  const found = PRODUCTS.find((p) => p.slug === slug);
  if (!found || typeof found.image === 'string') throw new Error(`no drawing of a product ${slug}`);
  return found.image;
};

/** Where the middle of a scene comes to lie in the frame, and how large it is. */
export interface Frame {
  width: number;
  height: number;
  cx: number;
  cy: number;
  scale: number;
}

const WIDE: Frame = { width: 1600, height: 700, cx: 1010, cy: 400, scale: 1 };
const TALL: Frame = { width: 800, height: 600, cx: 400, cy: 340, scale: 0.72 };

const backdrop = (f: Frame, inner: string, outer: string, glow: string): string =>
  `<defs><radialGradient id="bk" gradientUnits="userSpaceOnUse" cx="${f.cx}" cy="${f.cy * 0.8}" r="${f.width * 0.62}"><stop offset="0" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient>` +
  `<radialGradient id="gl" gradientUnits="userSpaceOnUse" cx="${f.cx + f.width * 0.18}" cy="${f.height * 0.2}" r="${f.width * 0.4}"><stop offset="0" stop-color="${glow}" stop-opacity=".5"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs>` +
  `<rect width="${f.width}" height="${f.height}" fill="url(#bk)"/><rect width="${f.width}" height="${f.height}" fill="url(#gl)"/>`;

const camera = (f: Frame, yaw: number, pitch: number, scale: number, focus: V3): Camera => {
  const trial = new Camera(yaw, pitch, scale * f.scale);
  const [x, y] = trial.direction(focus);
  return new Camera(yaw, pitch, scale * f.scale, f.cx - x, f.cy - y);
};

const part = (slug: string, at: V3, floating = false): Item => ({
  at,
  draw: drawingOf(imageOf(slug)).draw,
  floating,
});

/** Boards pass under robot arms. `shift` moves the belt, 0 to 1 of one spacing. */
export const factory = (f: Frame, shift = 0): string => {
  const cam = camera(f, 34, 28, 0.92, [840, 60, 215]);
  const z = 130;
  const items: Item[] = [{ at: [-500, -160, 0], draw: (s) => conveyor(s, 3000, 300, z) }];
  for (let i = -1; i < 6; i++)
    items.push(
      part(i % 2 ? 'anvil-w12-workstation-motherboard' : 'anvil-x9-atx-motherboard', [
        -80 + (i + shift) * 400,
        -140,
        z,
      ]),
    );
  const arms: Item[] = [0, 1, 2].map((i) => ({
    at: [360 + i * 560, -330, 0],
    draw: (s) =>
      robot(s, [
        -20 + Math.sin((shift + i / 3) * 6.283) * 46,
        330,
        z + 40 + Math.cos((shift + i / 3) * 6.283) * 26,
      ]),
  }));
  const rails = Array.from(
    { length: 7 },
    (_, i) =>
      `<path d="M${f.width * (0.18 + i * 0.15)} 0L${f.width * (0.02 + i * 0.15)} ${f.height}" stroke="#fff" stroke-opacity=".025" stroke-width="${f.width * 0.03}"/>`,
  ).join('');
  return svg(
    f.width,
    f.height,
    backdrop(f, '#34363d', '#0f1013', '#e0262d') + rails + scene(cam, [...items, ...arms], 'f'),
  );
};

const TILES = [
  'vantar-90-graphics-card-16-gb',
  'halyard-140-red-case-fan',
  'kestrel-k7-processor',
  'dynamo-850-gold-power-supply',
  'lattice-ddr5-memory-kit-2-x-16-gb',
  'quarry-8-hard-disk-8-tb',
  'glacis-twin-cpu-cooler',
  'bastion-one-tower-case',
  'anvil-x9-atx-motherboard',
  'tether-sata-data-cable-50-cm',
  'dart-700-nvme-ssd-2-tb-with-heatsink',
  'junction-6-usb-hub',
  'glacis-flow-240-liquid-cooler',
  'halyard-glow-white-case-fan',
  'vantar-60-white-graphics-card-12-gb',
  'bastion-cube-mini-itx-case',
];

/** Every kind of part on tiles, the wall leaning away. */
export const wall = (f: Frame, drift = 0): string => {
  const size = 236;
  const tiles: string[] = [];
  const [cols, rows] = [9, 6];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      const n = r * 7 + c * 5;
      const slug = TILES[n % TILES.length]!;
      const tones = [
        '#f4f1ec',
        '#e7e2da',
        '#f9f7f3',
        '#d9d3ca',
        '#f4f1ec',
        /sata|red/.test(slug) ? '#e7e2da' : '#c81f26',
      ];
      const fill = tones[(r * 3 + c * 2 + ((r * c) % 3)) % tones.length]!;
      const { view, draw } = drawingOf(imageOf(slug));
      const art = place({ ...view, fill: [0.8, 0.74] }, draw, size, size, `w${r}_${c}x`);
      tiles.push(
        `<g transform="translate(${c * (size + 14)} ${r * (size + 14) + (c % 2) * 46})"><rect width="${size}" height="${size}" rx="16" fill="${fill}"/><rect x=".5" y=".5" width="${size - 1}" height="${size - 1}" rx="16" fill="none" stroke="#fff" stroke-opacity=".5"/>${art}</g>`,
      );
    }
  const k = f.scale * 1.06;
  const fade =
    f.width > f.height * 1.8
      ? `<defs><linearGradient id="fd" x1="0" x2="1"><stop offset=".02" stop-color="#101114"/><stop offset=".34" stop-color="#101114" stop-opacity=".82"/><stop offset=".62" stop-color="#101114" stop-opacity="0"/></linearGradient></defs><rect width="${f.width}" height="${f.height}" fill="url(#fd)"/>`
      : '';
  return svg(
    f.width,
    f.height,
    `<rect width="${f.width}" height="${f.height}" fill="#101114"/><g transform="translate(${f.cx} ${f.cy}) scale(${k}) matrix(.93 .2 -.34 .93 0 0) translate(${-cols * 125 + drift} ${-rows * 122})">${tiles.join('')}</g>${fade}`,
  );
};

/** A machine with its parts lifted out of it. `open` is 0 (together) to 1 (apart). */
export const build = (f: Frame, open = 1): string => {
  const cam = camera(f, 35, 21, 0.92, [330, 0, 188]);
  const lift = (to: V3, from: V3): V3 =>
    [0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * open) as unknown as V3;
  const items: Item[] = [
    part('bastion-one-tower-case', [-190, -60, 0]),
    part('lattice-ddr5-memory-kit-2-x-16-gb', lift([520, -130, 400], [0, 20, 260]), true),
    part('kestrel-k7-processor', lift([450, -60, 360], [0, 20, 240]), true),
    part('vantar-90-graphics-card-16-gb', lift([380, -40, 205], [-120, 40, 120]), true),
    part('glacis-120-tower-cpu-cooler', lift([690, -120, 0], [0, 20, 180])),
    part('dynamo-850-gold-power-supply', lift([420, 60, 0], [-160, 20, 20])),
    part('quarry-8-hard-disk-8-tb', lift([600, 60, 0], [0, 20, 20])),
  ];
  return svg(
    f.width,
    f.height,
    backdrop(f, '#fffdfa', '#e4ddd3', '#e0262d').replace('stop-opacity=".5"', 'stop-opacity=".1"') +
      scene(cam, items, 'b'),
  );
};

const stack = (at: V3, levels: number): Item[] => {
  const out: Item[] = [{ at, draw: (s) => pallet(s, 190, 150) }];
  for (let k = 0; k < levels; k++)
    for (const [x, y] of [
      [4, 4],
      [98, 4],
      [4, 78],
      [98, 78],
    ] as const)
      if (k < levels - 1 || x + y < 160)
        out.push({
          at: [at[0] + x, at[1] + y, at[2] + 13 + k * 62],
          draw: (s) => carton(s, [88, 68, 62], k % 2 ? '#cfa474' : '#c79a68'),
        });
  return out;
};

/** Cartons on pallets and the van that takes them. */
export const shipping = (f: Frame, drive = 0): string => {
  const cam = camera(f, 33, 24, 1.24, [330, 60, 92]);
  const items: Item[] = [
    { at: [drive * 900 + 230, -190, 0], draw: truck },
    ...stack([30, -20, 0], 3),
    ...stack([300, 110, 0], 2),
    { at: [545, 130, 0], draw: (s) => carton(s, [120, 90, 84], '#d2a878') },
    { at: [95, 225, 0], draw: (s) => carton(s, [96, 76, 70]) },
  ];
  return svg(f.width, f.height, backdrop(f, '#e5343b', '#8e1117', '#ff6a4d') + scene(cam, items, 'p'));
};

export const drawSlides = async (): Promise<void> => {
  const dir = await folder('slides');
  for (const [name, draw] of Object.entries({ factory, wall, build, shipping })) {
    for (const [frame, tag] of [
      [WIDE, '1600'],
      [TALL, '800'],
    ] as const) {
      const png = await raster(draw(frame), frame.width);
      await saveAvif(png, `${dir}/${name}-${tag}.avif`, frame.width, 46);
      await saveWebp(png, `${dir}/${name}-${tag}.webp`, frame.width, 66);
    }
  }
  console.log('4 slides drawn');
};
