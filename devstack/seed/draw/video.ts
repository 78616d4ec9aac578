/**
 * Makes the advertisement: 13 seconds of drawn frames, encoded as H.264 and VP9, and its poster.
 * `npx tsx devstack/seed/draw/video.ts`, with ffmpeg on the path; the results are committed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { Camera, leaning } from './geometry.js';
import { letters, letterWidth } from './letters.js';
import { fanBody } from './kinds/fan.js';
import { folder, saveAvif, saveWebp } from './render.js';
import { svg } from './scene.js';
import { Sketch } from './sketch.js';
import { build, factory, shipping, type Frame } from './slides.js';

const [WIDTH, HEIGHT, FPS] = [1280, 720, 25];
const FRAME: Frame = { width: WIDTH, height: HEIGHT, cx: 760, cy: 400, scale: 0.86 };

const ease = (t: number): number => (t < 0 ? 0 : t > 1 ? 1 : t * t * (3 - 2 * t));
const span = (t: number, from: number, to: number): number => ease((t - from) / (to - from));

const caption = (t: number, title: string, line: string, dark: boolean): string => {
  const k = span(t, 0.25, 0.9);
  const x = 70 - (1 - k) * 60;
  const width = letterWidth(title, 40, 1.1) * k;
  return (
    `<g opacity="${k.toFixed(3)}">${letters(title, x, 556, { size: 40, colour: dark ? '#f3f2ef' : '#17181c', weight: 0.17, spacing: 1.1 })}` +
    `<rect x="${x}" y="618" width="${Math.max(width, 0)}" height="6" fill="${dark ? '#ff4b4f' : '#c3102f'}"/>` +
    `${letters(line, x, 646, { size: 18, colour: dark ? '#c9c7c3' : '#44464c', weight: 0.13, spacing: 1.2 })}</g>`
  );
};

/** Adds artwork over a finished drawing. */
const over = (drawing: string, art: string): string => drawing.replace(/<\/svg>$/, `${art}</svg>`);

const wordmark = (t: number, red: boolean): string => {
  const rise = span(t, 0, 0.7);
  const open = span(t, 0.35, 1.1);
  const ground = red ? '#c3102f' : '#0d0e11';
  const glow = `<defs><radialGradient id="w" cx=".5" cy=".42" r=".6"><stop offset="0" stop-color="${red ? '#ef3a40' : '#33353d'}"/><stop offset="1" stop-color="${ground}"/></radialGradient></defs>`;
  const [first, second] = [letterWidth('RAPID', 64, 1.15), letterWidth('MANUFACTURER', 64, 1.15)];
  const left = (WIDTH - first - second - 44) / 2;
  const beam = -400 + t * 1300;
  return svg(
    WIDTH,
    HEIGHT,
    `${glow}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#w)"/><path d="M${beam} 0h150L${beam - 170} ${HEIGHT}h-150Z" fill="#fff" opacity=".05"/>` +
      `<g transform="translate(${WIDTH / 2} ${300 - 30 * (1 - rise)}) scale(${(13 * (0.8 + 0.2 * rise)).toFixed(3)})" opacity="${rise.toFixed(3)}"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5Z" fill="${red ? '#fff' : '#ff4b4f'}"/><path d="M1.6 5L4 .6L6.4 5Z" fill="${red ? '#17181c' : '#f3f2ef'}"/></g>` +
      `<g opacity="${open.toFixed(3)}" transform="translate(0 ${((1 - open) * 26).toFixed(2)})">${letters('RAPID', left, 436, { size: 64, colour: red ? '#17181c' : '#ff4b4f', weight: 0.18, spacing: 1.15 })}${letters('MANUFACTURER', left + first + 44, 436, { size: 64, colour: '#f3f2ef', weight: 0.16, spacing: 1.15 })}` +
      `${letters('COMPUTER PARTS IN QUANTITY', WIDTH / 2, 544, { size: 20, colour: red ? '#ffe3df' : '#b2b4bb', weight: 0.13, spacing: 1.6, anchor: 'middle' })}</g>`,
  );
};

const fan = (t: number): string => {
  const cam = new Camera(33, 17, 3.4, 520, 590);
  const s = new Sketch(cam, 'v', false);
  const look = { size: 120, depth: 25, frame: '#33353b' };
  fanBody(s, leaning(0, -62, 120, 5), { ...look, blades: 7, blade: '#e0262d' }, t * 150 + t * t * 90, false);
  fanBody(
    s,
    leaning(0, 78, 120, 5),
    { ...look, blades: 9, blade: '#6a6d75', glow: '#ff4a50' },
    -t * 190,
    false,
  );
  const floor =
    '<defs><radialGradient id="g" cx=".55" cy=".45" r=".75"><stop offset="0" stop-color="#3d4048"/><stop offset="1" stop-color="#0d0e11"/></radialGradient></defs>';
  const push = 1 + t * 0.03;
  return svg(
    WIDTH,
    HEIGHT,
    `${floor}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><g transform="translate(${640 * (1 - push) + 90} ${360 * (1 - push) - 70}) scale(${push})">${s.markup()}</g>`,
  );
};

interface Shot {
  seconds: number;
  draw: (t: number) => string;
}

const SHOTS: Shot[] = [
  { seconds: 2, draw: (t) => wordmark(t, false) },
  {
    seconds: 3,
    draw: (t) =>
      over(
        factory(FRAME, t * 0.2),
        caption(t, 'BUILT ON OUR OWN LINE', 'BOARDS, COOLERS, DRIVES AND CABLES', true),
      ),
  },
  {
    seconds: 2.4,
    draw: (t) =>
      over(fan(t), caption(t, 'BALANCED AND QUIET', 'EVERY ROTOR MEASURED BEFORE IT IS PACKED', true)),
  },
  {
    seconds: 2.6,
    draw: (t) =>
      over(
        build({ ...FRAME, cy: 350, scale: 0.78 }, 1 - span(t, 0.7, 2.2) * 0.35),
        caption(t, 'EVERY PART OF A BUILD', 'ORDER BY THE BOX, NOT BY THE PIECE', false),
      ),
  },
  {
    seconds: 1.8,
    draw: (t) =>
      over(
        shipping({ ...FRAME, cy: 330 }, span(t, 0.5, 2.2)),
        caption(t, 'ON THE ROAD TOMORROW', 'FOLLOW EACH ORDER FROM PAID TO SHIPPED', true),
      ),
  },
  { seconds: 1.8, draw: (t) => wordmark(t + 0.3, false) },
];
const WIPE = 0.34;

/** A slanted red panel that crosses the frame around a cut. */
const wipe = (k: number): string => {
  const x = -500 + k * (WIDTH + 1000);
  return `<path d="M${x - 260} 0H${x + 340}L${x + 140} ${HEIGHT}H${x - 460}Z" fill="#e0262d"/><path d="M${x + 360} 0h40L${x + 200} ${HEIGHT}h-40Z" fill="#f3f2ef"/>`;
};

const LENGTH = SHOTS.reduce((sum, shot) => sum + shot.seconds, 0);

/** The drawing at a time in seconds. */
export const frameAt = (time: number): string => {
  let start = 0;
  for (const [i, shot] of SHOTS.entries()) {
    const end = start + shot.seconds;
    if (time < end || i === SHOTS.length - 1) {
      const drawing = shot.draw(time - start);
      if (i > 0 && time - start < WIPE / 2) return over(drawing, wipe(0.5 + (time - start) / WIPE));
      if (i < SHOTS.length - 1 && end - time < WIPE / 2)
        return over(drawing, wipe(0.5 - (end - time) / WIPE));
      return drawing;
    }
    start = end;
  }
  throw new Error('no shot');
};

const pixels = (markup: string): Promise<Buffer> =>
  sharp(Buffer.from(markup)).resize(WIDTH, HEIGHT).removeAlpha().raw().toBuffer();

const encode = (args: string[]): { write: (b: Buffer) => Promise<void>; end: () => Promise<void> } => {
  const child = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${WIDTH}x${HEIGHT}`,
      '-r',
      String(FPS),
      '-i',
      '-',
      '-an',
      '-pix_fmt',
      'yuv420p',
      ...args,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const closed = once(child, 'close');
  return {
    write: async (b) => {
      if (!child.stdin.write(b)) await once(child.stdin, 'drain');
    },
    end: async () => {
      child.stdin.end();
      const [code] = (await closed) as [number];
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    },
  };
};

const make = async (): Promise<void> => {
  const dir = await folder('video');
  const outputs = [
    encode([
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '25',
      '-profile:v',
      'high',
      '-movflags',
      '+faststart',
      `${dir}/advertisement.mp4`,
    ]),
    encode([
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '0',
      '-crf',
      '38',
      '-row-mt',
      '1',
      '-deadline',
      'good',
      '-cpu-used',
      '3',
      `${dir}/advertisement.webm`,
    ]),
  ];
  const frames = Math.round(LENGTH * FPS);
  for (let i = 0; i < frames; i++) {
    const frame = await pixels(frameAt(i / FPS));
    for (const out of outputs) await out.write(frame);
    if (i % 50 === 0) console.log(`frame ${i} of ${frames}`);
  }
  for (const out of outputs) await out.end();
  const poster = await sharp(Buffer.from(frameAt(3.6)))
    .png()
    .toBuffer();
  await saveAvif(poster, `${dir}/advertisement-poster.avif`, WIDTH);
  await saveWebp(poster, `${dir}/advertisement-poster.webp`, WIDTH);
};

await make();
