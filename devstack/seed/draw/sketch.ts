import { shade } from './colour.js';
import { add, at, hull, rect, top, type Camera, type Plane, type V2, type V3 } from './geometry.js';

export type Finish = 'matte' | 'metal' | 'gloss' | 'flat';
export interface Material {
  colour: string;
  finish?: Finish;
  /** Another colour for the face itself; the sides keep `colour`. */
  face?: string;
  /** Strength of the light edge, 0 to 1. */
  edge?: number;
}
export type Stop = readonly [offset: number, colour: string, opacity?: number];

const f = (n: number): string => n.toFixed(2);
export const path = (points: readonly V2[]): string =>
  `M${points.map(([x, y]) => `${f(x)} ${f(y)}`).join('L')}Z`;

/** Brightness steps across a face, from its lit corner to the far one. */
const RAMPS: Record<Finish, readonly [number, number][]> = {
  matte: [
    [0, 0.09],
    [1, -0.09],
  ],
  metal: [
    [0, 0.16],
    [0.3, 0.0],
    [0.46, 0.15],
    [0.62, -0.03],
    [1, -0.12],
  ],
  gloss: [
    [0, 0.26],
    [0.42, 0.08],
    [0.43, 0],
    [1, -0.1],
  ],
  flat: [
    [0, 0],
    [1, 0],
  ],
};

/** Collects a drawing's shapes and definitions in painter's order: add what is behind first. */
export class Sketch {
  private readonly defs = new Map<string, string>();
  private readonly parts: string[] = [];
  private readonly ground: V3[][] = [];
  readonly bounds = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };

  constructor(
    readonly cam: Camera,
    private readonly prefix = 'd',
    private readonly shadowed = true,
  ) {}

  /** Registers a definition once and gives its reference. */
  def(markup: (id: string) => string): string {
    const key = markup('');
    let id = this.defs.get(key);
    if (!id) this.defs.set(key, (id = `${this.prefix}${this.defs.size}`));
    return `url(#${id})`;
  }

  private gradient(kind: string, attrs: string, stops: readonly Stop[]): string {
    const inner = stops
      .map(
        ([o, c, a]) =>
          `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
      )
      .join('');
    return this.def((id) => `<${kind} id="${id}" gradientUnits="userSpaceOnUse" ${attrs}>${inner}</${kind}>`);
  }

  linear(from: V2, to: V2, stops: readonly Stop[]): string {
    return this.gradient(
      'linearGradient',
      `x1="${f(from[0])}" y1="${f(from[1])}" x2="${f(to[0])}" y2="${f(to[1])}"`,
      stops,
    );
  }

  radial(c: V2, r: number, stops: readonly Stop[]): string {
    return this.gradient('radialGradient', `cx="${f(c[0])}" cy="${f(c[1])}" r="${f(r)}"`, stops);
  }

  clip(shape: string): string {
    return this.def((id) => `<clipPath id="${id}">${shape}</clipPath>`);
  }

  blur(px: number): string {
    return this.def(
      (id) =>
        `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${f(px)}"/></filter>`,
    );
  }

  add(svg: string): void {
    this.parts.push(svg);
  }

  /** Adds flat artwork lying in a plane; its units are the world's. */
  on(plane: Plane, svg: string): void {
    this.parts.push(`<g transform="${this.cam.matrix(plane)}">${svg}</g>`);
  }

  screen(points: readonly V3[]): V2[] {
    const out = points.map((p) => this.cam.project(p));
    for (const [x, y] of out) {
      this.bounds.x0 = Math.min(this.bounds.x0, x);
      this.bounds.x1 = Math.max(this.bounds.x1, x);
      this.bounds.y0 = Math.min(this.bounds.y0, y);
      this.bounds.y1 = Math.max(this.bounds.y1, y);
    }
    return out;
  }

  /** Makes room in the frame for artwork that was added flat. */
  reserve(...points: V3[]): void {
    this.screen(points);
  }

  /** Lets a body with these corners throw a shadow on the ground. */
  cast(corners: readonly V3[]): void {
    this.ground.push([...corners]);
  }

  /** A prism: `outline` in the plane, reaching `depth` behind it. Draws the visible sides, then the face. */
  extrude(
    plane: Plane,
    outline: readonly V2[],
    depth: number,
    material: Material,
    opts: { shadow?: boolean } = {},
  ): void {
    const face = outline.map(([u, v]) => at(plane, u, v));
    const back = outline.map(([u, v]) => at(plane, u, v, -depth));
    const area = outline.reduce(
      (a, p, i) =>
        a + p[0] * outline[(i + 1) % outline.length]![1] - outline[(i + 1) % outline.length]![0] * p[1],
      0,
    );
    const sign = area > 0 ? 1 : -1;
    const sides: [number, string][] = [];
    outline.forEach((p, i) => {
      const j = (i + 1) % outline.length;
      const q = outline[j]!;
      const len = Math.hypot(q[0] - p[0], q[1] - p[1]);
      if (len < 1e-6 || depth <= 0) return;
      const n = add(
        add([0, 0, 0], plane.u, (sign * (q[1] - p[1])) / len),
        plane.v,
        (-sign * (q[0] - p[0])) / len,
      );
      if (this.cam.facing(n) <= 1e-4) return;
      const quad = this.screen([face[i]!, face[j]!, back[j]!, back[i]!]);
      const light = this.cam.light(n);
      const from: V2 = [(quad[0]![0] + quad[1]![0]) / 2, (quad[0]![1] + quad[1]![1]) / 2];
      const to: V2 = [(quad[2]![0] + quad[3]![0]) / 2, (quad[2]![1] + quad[3]![1]) / 2];
      const fill = this.linear(from, to, [
        [0, shade(material.colour, light + 0.03)],
        [1, shade(material.colour, light - 0.1)],
      ]);
      const mid = at(plane, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, -depth / 2);
      sides.push([
        this.cam.facing(mid),
        `<path d="${path(quad)}" fill="${fill}" stroke="${fill}" stroke-width=".7" stroke-linejoin="round"/>`,
      ]);
    });
    this.parts.push(...sides.sort((a, b) => a[0] - b[0]).map(([, svg]) => svg));
    if (this.cam.facing(plane.n) > 0) this.face(plane, this.screen(face), material);
    if (opts.shadow) this.cast([...face, ...back]);
  }

  private face(plane: Plane, points: V2[], material: Material): void {
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const from: V2 = [Math.min(...xs), Math.min(...ys)];
    const to: V2 = [Math.max(...xs), Math.max(...ys)];
    const light = this.cam.light(plane.n);
    const base = material.face ?? material.colour;
    const fill = this.linear(
      from,
      to,
      RAMPS[material.finish ?? 'matte'].map(([o, d]): Stop => [o, shade(base, light + d)]),
    );
    const edge = material.edge ?? 0.4;
    const stroke = edge
      ? this.linear(from, to, [
          [0, '#ffffff', edge],
          [0.6, '#ffffff', edge * 0.25],
          [1, '#ffffff', edge * 0.1],
        ])
      : 'none';
    this.parts.push(
      `<path d="${path(points)}" fill="${fill}" stroke="${stroke}" stroke-width="1.3" stroke-linejoin="round"/>`,
    );
  }

  /** A box standing with its lower back corner at (x, y, z). */
  box(at: V3, size: V3, material: Material, opts: { radius?: number; shadow?: boolean } = {}): void {
    const r = opts.radius ?? 0;
    const [x, y, z] = at;
    const [w, d, h] = size;
    this.extrude(top(z + h, x, y), rect(0, 0, w, d, r), h, material, { shadow: opts.shadow ?? false });
  }

  private shadows(): string {
    const s = this.cam.scale;
    const size = Math.max(this.bounds.x1 - this.bounds.x0, this.bounds.y1 - this.bounds.y0);
    return this.ground
      .map((corners) => {
        const floor = corners.map((p): V3 => [p[0], p[1], 0]);
        const near = hull(
          [...floor, ...corners.map((p) => this.cam.shadow([p[0], p[1], Math.min(p[2], size / s / 4)]))].map(
            (p) => this.cam.project(p),
          ),
        );
        const low = corners.filter((p) => p[2] < 6).map((p): V3 => [p[0], p[1], 0]);
        const contact = hull((low.length > 2 ? low : floor).map((p) => this.cam.project(p)));
        return (
          `<path d="${path(near)}" fill="#2a2018" opacity=".2" filter="${this.blur(size * 0.035)}"/>` +
          `<path d="${path(near)}" fill="#2a2018" opacity=".16" filter="${this.blur(size * 0.014)}"/>` +
          `<path d="${path(contact)}" fill="#1c1510" opacity=".5" filter="${this.blur(size * 0.009)}" transform="translate(0 ${f(size * 0.006)})"/>`
        );
      })
      .join('');
  }

  /** Definitions and shapes, ready to be placed in an svg element. */
  markup(): string {
    const shadows = this.shadowed ? this.shadows() : '';
    const defs = [...this.defs].map(([key, id]) => key.replace('id=""', `id="${id}"`)).join('');
    return `<defs>${defs}</defs>${shadows}${this.parts.join('')}`;
  }
}
