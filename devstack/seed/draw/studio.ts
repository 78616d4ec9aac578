import { Camera } from './geometry.js';
import { Sketch } from './sketch.js';

export interface View {
  yaw: number;
  pitch: number;
  /** Share of the frame that the object may fill, across and down. */
  fill?: readonly [number, number];
}

export const FRAME = 960;

const backdrop = `<defs>
<radialGradient id="bg" cx=".42" cy=".34" r=".86"><stop offset="0" stop-color="#fefdfb"/><stop offset=".45" stop-color="#f5f2ed"/><stop offset="1" stop-color="#ddd6cd"/></radialGradient>
<radialGradient id="pool" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
</defs><rect width="${FRAME}" height="${FRAME}" fill="url(#bg)"/><ellipse cx="440" cy="640" rx="520" ry="230" fill="url(#pool)"/>`;

/** Measures a drawing, then draws it again to fill the frame. Gives the shapes alone, placed in a `width` × `height` frame. */
export const place = (
  view: View,
  draw: (s: Sketch) => void,
  width = FRAME,
  height = FRAME,
  prefix = 'd',
): string => {
  const trial = new Sketch(new Camera(view.yaw, view.pitch));
  draw(trial);
  const { x0, x1, y0, y1 } = trial.bounds;
  const [fw, fh] = view.fill ?? [0.74, 0.66];
  const scale = Math.min((width * fw) / (x1 - x0), (height * fh) / (y1 - y0));
  const dx = width / 2 - ((x0 + x1) / 2) * scale;
  const dy = height * 0.505 - ((y0 + y1) / 2) * scale;
  const sketch = new Sketch(new Camera(view.yaw, view.pitch, scale, dx, dy), prefix);
  draw(sketch);
  return sketch.markup();
};

/** A product's image: the object on the studio's backdrop. */
export const photograph = (view: View, draw: (s: Sketch) => void): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME} ${FRAME}" width="${FRAME}" height="${FRAME}">${backdrop}${place(view, draw)}</svg>`;
