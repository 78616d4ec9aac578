/** Axonometric drawing: world units are millimetres, x runs to the lower right, y to the lower left, z up. */
export type V2 = readonly [number, number];
export type V3 = readonly [number, number, number];

/** A flat drawing surface in space. `u` and `v` are unit vectors (u right, v down), `n` points at the viewer's side. */
export interface Plane {
  o: V3;
  u: V3;
  v: V3;
  n: V3;
}

export const add = (a: V3, b: V3, k = 1): V3 => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const at = (p: Plane, u: number, v: number, out = 0): V3 =>
  add(add(add(p.o, p.u, u), p.v, v), p.n, out);

/** The plane seen from above at height z. */
export const top = (z: number, x = 0, y = 0): Plane => ({
  o: [x, y, z],
  u: [1, 0, 0],
  v: [0, 1, 0],
  n: [0, 0, 1],
});
/** The plane facing the lower left, its origin in the upper left corner. */
export const front = (y: number, x = 0, z = 0): Plane => ({
  o: [x, y, z],
  u: [1, 0, 0],
  v: [0, 0, -1],
  n: [0, 1, 0],
});
/** The plane facing the lower right, its origin in the upper left corner. */
export const side = (x: number, y = 0, z = 0): Plane => ({
  o: [x, y, z],
  u: [0, -1, 0],
  v: [0, 0, -1],
  n: [1, 0, 0],
});
/** The same plane with its origin moved. */
export const shift = (p: Plane, u: number, v: number, out = 0): Plane => ({ ...p, o: at(p, u, v, out) });

/** A plane leaning back from the vertical by `deg`, facing the lower left, standing on the ground at y. */
export const leaning = (y: number, x: number, height: number, deg: number, z = 0): Plane => {
  const a = (deg * Math.PI) / 180;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  return { o: [x, y - height * s, z + height * c], u: [1, 0, 0], v: [0, s, -c], n: [0, c, s] };
};

export const rect = (x: number, y: number, w: number, h: number, r = 0): V2[] => {
  const radius = Math.min(r, w / 2, h / 2);
  if (radius <= 0)
    return [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ];
  const corners: [number, number, number][] = [
    [x + w - radius, y + radius, -90],
    [x + w - radius, y + h - radius, 0],
    [x + radius, y + h - radius, 90],
    [x + radius, y + radius, 180],
  ];
  const steps = 7;
  return corners.flatMap(([cx, cy, from]) =>
    Array.from({ length: steps + 1 }, (_, i): V2 => {
      const a = ((from + (90 * i) / steps) * Math.PI) / 180;
      return [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
    }),
  );
};

export const circle = (cx: number, cy: number, r: number, n = 56): V2[] =>
  Array.from({ length: n }, (_, i): V2 => {
    const a = (i / n) * Math.PI * 2;
    return [cx + r * Math.cos(a), cy + r * Math.sin(a)];
  });

/** Convex hull, counter-clockwise in mathematical axes. */
export const hull = (points: readonly V2[]): V2[] => {
  const p = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: V2[]): V2[] => {
    const out: V2[] = [];
    for (const q of list) {
      while (out.length >= 2) {
        const [a, b] = [out[out.length - 2]!, out[out.length - 1]!];
        if ((b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) > 0) break;
        out.pop();
      }
      out.push(q);
    }
    out.pop();
    return out;
  };
  return [...half(p), ...half(p.toReversed())];
};

const LIGHT = { right: -0.42, near: 0.36, up: 0.83 };

export class Camera {
  private readonly c: number;
  private readonly s: number;
  private readonly sp: number;
  private readonly cp: number;

  /** @param yaw degrees; 45 shows both upright faces alike, less shows more of the left one. @param pitch degrees above the horizon. */
  constructor(
    readonly yaw: number,
    readonly pitch: number,
    readonly scale = 1,
    readonly dx = 0,
    readonly dy = 0,
  ) {
    const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    [this.c, this.s, this.sp, this.cp] = [Math.cos(a), Math.sin(a), Math.sin(b), Math.cos(b)];
  }

  /** The screen direction of a vector, in pixels. */
  direction([x, y, z]: V3): V2 {
    return [
      (x * this.c - y * this.s) * this.scale,
      ((x * this.s + y * this.c) * this.sp - z * this.cp) * this.scale,
    ];
  }

  project(p: V3): V2 {
    const [x, y] = this.direction(p);
    return [x + this.dx, y + this.dy];
  }

  matrix(plane: Plane): string {
    const [u, v, o] = [this.direction(plane.u), this.direction(plane.v), this.project(plane.o)];
    return `matrix(${[...u, ...v, ...o].map((n) => n.toFixed(4)).join(' ')})`;
  }

  /** Moving `depth` behind a plane looks like this much of a move within it. */
  recess(plane: Plane, depth: number): V2 {
    const [u, v, n] = [this.direction(plane.u), this.direction(plane.v), this.direction(plane.n)];
    const det = u[0] * v[1] - u[1] * v[0];
    return [(-depth * (n[0] * v[1] - n[1] * v[0])) / det, (-depth * (u[0] * n[1] - u[1] * n[0])) / det];
  }

  /** How far a vector points at the viewer. */
  facing([x, y, z]: V3): number {
    return (x * this.s + y * this.c) * this.cp + z * this.sp;
  }

  /** Brightness of a surface, about 0.35 in shade to 0.95 facing the light from the top left. */
  light([x, y, z]: V3): number {
    const dot =
      LIGHT.right * (x * this.c - y * this.s) + LIGHT.near * (x * this.s + y * this.c) + LIGHT.up * z;
    return 0.4 + 0.6 * Math.max(dot, -0.1);
  }

  /** Where a point's shadow falls on the ground. */
  shadow([x, y, z]: V3): V3 {
    const k = z / LIGHT.up;
    const lx = LIGHT.right * this.c + LIGHT.near * this.s;
    const ly = -LIGHT.right * this.s + LIGHT.near * this.c;
    return [x - lx * k, y - ly * k, 0];
  }
}
