import { Camera, type V3 } from './geometry.js';
import { Sketch } from './sketch.js';

export interface Item {
  /** Where the object's own origin stands. */
  at: V3;
  draw: (s: Sketch) => void;
  /** Hangs in the air: throws no shadow. */
  floating?: boolean;
}

/** Several objects before one camera, in painter's order: give what is behind first. */
export const scene = (cam: Camera, items: readonly Item[], prefix = 's'): string =>
  items
    .map(({ at, draw, floating }, i) => {
      const [x, y] = cam.direction(at);
      const own = new Camera(cam.yaw, cam.pitch, cam.scale, cam.dx + x, cam.dy + y);
      const sketch = new Sketch(own, `${prefix}${i}x`, !floating);
      draw(sketch);
      return sketch.markup();
    })
    .join('');

export const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
