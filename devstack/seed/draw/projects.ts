import { Camera, front, leaning, rect, top, type V3 } from './geometry.js';
import { letters } from './letters.js';
import { carton, MARK } from './props.js';
import { folder, raster, saveAvif, saveWebp } from './render.js';
import { scene, svg, type Item } from './scene.js';
import type { Sketch } from './sketch.js';

const [WIDTH, HEIGHT] = [720, 450];
const INK = '#17181c';
const RED = '#e0262d';

const bars = (
  x: number,
  y: number,
  w: number,
  h: number,
  values: readonly number[],
  colour: string,
): string =>
  values
    .map(
      (v, i) =>
        `<rect x="${x + (i * w) / values.length}" y="${y + h * (1 - v)}" width="${(w / values.length) * 0.62}" height="${h * v}" rx="1.5" fill="${i % 3 === 2 ? RED : colour}"/>`,
    )
    .join('');

const mark = (x: number, y: number, k: number): string =>
  `<g transform="translate(${x} ${y}) scale(${k})"><path d="${MARK}" fill="${RED}"/></g>`;

const shopPage = (w: number, h: number): string => {
  const card = (x: number, y: number, tone: string): string =>
    `<rect x="${x}" y="${y}" width="${w * 0.27}" height="${h * 0.36}" rx="4" fill="#fff"/><rect x="${x + 4}" y="${y + 4}" width="${w * 0.27 - 8}" height="${h * 0.2}" rx="3" fill="${tone}"/><rect x="${x + 6}" y="${y + h * 0.245}" width="${w * 0.15}" height="4" rx="2" fill="${INK}"/><rect x="${x + 6}" y="${y + h * 0.29}" width="${w * 0.09}" height="6" rx="3" fill="${RED}"/>`;
  return `<rect width="${w}" height="${h}" fill="#f1eee9"/><rect width="${w}" height="${h * 0.12}" fill="${INK}"/>${mark(16, h * 0.065, 0.9)}${letters('RAPID', 27, h * 0.04, { size: h * 0.045, colour: '#fff', weight: 0.19 })}<rect x="${w * 0.62}" y="${h * 0.04}" width="${w * 0.3}" height="${h * 0.045}" rx="4" fill="#3a3c43"/>${[0, 1, 2].map((i) => card(w * 0.06 + i * w * 0.305, h * 0.18, ['#d9d3ca', '#e7c9c4', '#c9cdd3'][i]!) + card(w * 0.06 + i * w * 0.305, h * 0.58, ['#c9cdd3', '#d9d3ca', '#e7c9c4'][i]!)).join('')}`;
};

const board = (w: number, h: number): string =>
  `<rect width="${w}" height="${h}" fill="#1d1f24"/><rect width="${w * 0.17}" height="${h}" fill="#131418"/>${[0, 1, 2, 3, 4].map((i) => `<rect x="${w * 0.04}" y="${h * (0.16 + i * 0.11)}" width="${w * 0.09}" height="5" rx="2.5" fill="${i === 1 ? RED : '#55585f'}"/>`).join('')}${mark(w * 0.085, h * 0.08, 0.9)}` +
  [0, 1, 2]
    .map(
      (i) =>
        `<rect x="${w * (0.22 + i * 0.26)}" y="${h * 0.09}" width="${w * 0.23}" height="${h * 0.2}" rx="4" fill="#2b2d33"/><rect x="${w * (0.24 + i * 0.26)}" y="${h * 0.13}" width="${w * 0.08}" height="4" rx="2" fill="#8d9299"/>${letters(['2.6M', '320', '98'][i]!, w * (0.24 + i * 0.26), h * 0.18, { size: h * 0.07, colour: '#fff', weight: 0.17 })}`,
    )
    .join('') +
  `<rect x="${w * 0.22}" y="${h * 0.35}" width="${w * 0.49}" height="${h * 0.56}" rx="4" fill="#2b2d33"/>${bars(w * 0.25, h * 0.42, w * 0.44, h * 0.44, [0.4, 0.55, 0.5, 0.7, 0.62, 0.8, 0.74, 0.9, 0.98], '#8d9299')}` +
  `<rect x="${w * 0.74}" y="${h * 0.35}" width="${w * 0.23}" height="${h * 0.56}" rx="4" fill="#2b2d33"/><circle cx="${w * 0.855}" cy="${h * 0.56}" r="${h * 0.13}" fill="none" stroke="#55585f" stroke-width="${h * 0.05}"/><circle cx="${w * 0.855}" cy="${h * 0.56}" r="${h * 0.13}" fill="none" stroke="${RED}" stroke-width="${h * 0.05}" stroke-dasharray="${h * 0.5} ${h}"/>`;

const tracker = (w: number, h: number): string =>
  `<rect width="${w}" height="${h}" rx="9" fill="#f6f4f0"/><rect width="${w}" height="${h * 0.4}" rx="9" fill="#d9d3ca"/><path d="M${w * 0.14} ${h * 0.32}L${w * 0.34} ${h * 0.2}L${w * 0.6} ${h * 0.27}L${w * 0.84} ${h * 0.1}" fill="none" stroke="${RED}" stroke-width="4" stroke-linejoin="round"/><circle cx="${w * 0.84}" cy="${h * 0.1}" r="6" fill="${RED}"/><circle cx="${w * 0.14}" cy="${h * 0.32}" r="5" fill="${INK}"/>` +
  [0, 1, 2, 3]
    .map(
      (i) =>
        `<circle cx="${w * 0.16}" cy="${h * (0.5 + i * 0.12)}" r="6" fill="${i < 3 ? RED : '#c9c4bb'}"/>${i < 3 ? `<path d="M${w * 0.16} ${h * (0.5 + i * 0.12)}v${h * 0.12}" stroke="${i < 2 ? RED : '#c9c4bb'}" stroke-width="2.4"/>` : ''}<rect x="${w * 0.28}" y="${h * (0.485 + i * 0.12)}" width="${w * [0.5, 0.42, 0.56, 0.38][i]!}" height="6" rx="3" fill="${INK}" opacity="${i < 3 ? 0.85 : 0.3}"/>`,
    )
    .join('');

/** A flat screen on a foot, its image drawn by `face`. */
const screen = (s: Sketch, w: number, h: number, face: (w: number, h: number) => string): void => {
  s.box(
    [w * 0.34, -26, 0],
    [w * 0.32, 70, 5],
    { colour: '#9aa0a8', finish: 'metal', edge: 0.8 },
    { radius: 4, shadow: true },
  );
  s.box([w * 0.46, -12, 5], [w * 0.08, 10, 50], { colour: '#7d828c', finish: 'metal' });
  const plane = leaning(14, 0, h, 7, 34);
  s.extrude(plane, rect(0, 0, w, h, 7), 9, { colour: '#2b2d33', edge: 0.8 }, { shadow: true });
  s.on(
    plane,
    `<g transform="translate(7 7)">${face(w - 14, h - 14)}</g><path d="M7 7H${w * 0.55}L${w * 0.3} ${h - 7}H7Z" fill="#fff" opacity=".07"/>`,
  );
};

const phone = (s: Sketch): void => {
  const [w, h] = [120, 236];
  const plane = leaning(0, 0, h, 14, 0);
  s.extrude(plane, rect(0, 0, w, h, 17), 12, { colour: '#2b2d33', edge: 0.9 }, { shadow: true });
  s.on(
    plane,
    `<g transform="translate(7 9)">${tracker(w - 14, h - 18)}</g><rect x="46" y="13" width="28" height="6" rx="3" fill="${INK}"/>`,
  );
};

const rack = (s: Sketch, seed: number): void => {
  const [w, d, h] = [300, 70, 216];
  for (const x of [0, w - 8])
    for (const y of [0, d - 8])
      s.box([x, y, 0], [8, 8, h], { colour: '#3a3c43', edge: 0.4 }, { shadow: true });
  for (let level = 0; level < 3; level++) {
    const z = 12 + level * 68;
    s.box([0, 0, z], [w, d, 6], { colour: RED, edge: 0.6 });
    for (let i = 0; i < 5; i++) {
      const tall = 24 + ((i * 7 + level * 5 + seed * 3) % 4) * 8;
      if ((i + level + seed) % 6 === 5) continue;
      s.box([12 + i * 56, 8, z + 6], [46, d - 14, tall], {
        colour: (i + level) % 2 ? '#cfa474' : '#c08f5c',
        edge: 0.5,
      });
      s.on(
        front(d - 6 + 0, 12 + i * 56, z + 6 + tall),
        `<rect x="19" width="8" height="${tall}" fill="#b3282e" opacity=".85"/>`,
      );
    }
  }
  for (const x of [0, w - 8]) s.box([x, d - 8, 0], [8, 8, h], { colour: '#4a4d55', edge: 0.6 });
};

const backdrop = (inner: string, outer: string): string =>
  `<defs><radialGradient id="b" cx=".45" cy=".4" r=".8"><stop offset="0" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#b)"/>`;

const aim = (yaw: number, pitch: number, scale: number, focus: V3): Camera => {
  const [x, y] = new Camera(yaw, pitch, scale).direction(focus);
  return new Camera(yaw, pitch, scale, WIDTH / 2 - x, HEIGHT / 2 - y);
};

const floor = (s: Sketch): void =>
  s.on(
    top(0),
    Array.from(
      { length: 9 },
      (_, i) =>
        `<path d="M-300 ${-200 + i * 90}H900M${-300 + i * 150} -300V700" stroke="#000" stroke-opacity=".05" stroke-width="2"/>`,
    ).join(''),
  );

const PROJECTS: Record<string, () => string> = {
  storefront: () =>
    svg(
      WIDTH,
      HEIGHT,
      backdrop('#fdfbf7', '#ddd5ca') +
        scene(
          aim(28, 20, 1.18, [150, 20, 106]),
          [{ at: [0, 0, 0], draw: (s) => screen(s, 300, 190, shopPage) }],
          'a',
        ),
    ),
  dashboard: () =>
    svg(
      WIDTH,
      HEIGHT,
      backdrop('#44474f', '#131418') +
        scene(
          aim(30, 20, 1.18, [150, 20, 106]),
          [{ at: [0, 0, 0], draw: (s) => screen(s, 300, 190, board) }],
          'a',
        ),
    ),
  tracker: () => {
    const items: Item[] = [
      { at: [120, -40, 0], draw: (s) => carton(s, [130, 90, 96]) },
      { at: [0, 60, 0], draw: phone },
      { at: [180, 100, 0], draw: (s) => carton(s, [78, 60, 52], '#d2a878') },
    ];
    return svg(
      WIDTH,
      HEIGHT,
      backdrop('#e5343b', '#97141a') + scene(aim(32, 22, 1.2, [116, 50, 96]), items, 'a'),
    );
  },
  warehouse: () => {
    const items: Item[] = [
      { at: [0, 0, 0], draw: floor },
      ...[0, 1, 2].map((i): Item => ({ at: [i * 26, i * 170, 0], draw: (s) => rack(s, i) })),
    ];
    return svg(
      WIDTH,
      HEIGHT,
      backdrop('#faf7f2', '#d8d0c5') + scene(aim(38, 29, 0.86, [190, 220, 84]), items, 'a'),
    );
  },
};

export const drawProjects = async (): Promise<void> => {
  const dir = await folder('projects');
  for (const [name, draw] of Object.entries(PROJECTS)) {
    const png = await raster(draw(), WIDTH);
    await saveAvif(png, `${dir}/${name}.avif`, WIDTH);
    await saveWebp(png, `${dir}/${name}.webp`, WIDTH, 68);
  }
  console.log('4 project images drawn');
};
