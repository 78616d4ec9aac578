import type { FastifyInstance } from 'fastify';

interface Row {
  pattern: string;
  matches: RegExp;
  methods: Set<string>;
}

const toPart = (part: string): string =>
  /^:(?!:)/.test(part) ? '[^/]+' : part.replaceAll('::', ':').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const toRegExp = (pattern: string): RegExp => new RegExp(`^${pattern.split('/').map(toPart).join('/')}$`);

/** The routes as they are registered: for `Allow`, and for specs that walk all routes. */
export class RouteTable {
  private readonly rows = new Map<string, Row>();

  /** Follows a router from now on. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }) => {
      const row = this.rows.get(url) ?? { pattern: url, matches: toRegExp(url), methods: new Set<string>() };
      for (const name of [method].flat()) row.methods.add(name);
      this.rows.set(url, row);
    });
  }

  /** The methods that a path has, in alphabetical order; empty when there is no such path. */
  methodsOf(url: string): string[] {
    const [path = ''] = url.split('?', 1);
    const found = [...this.rows.values()]
      .filter(({ matches }) => matches.test(path))
      .flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].toSorted();
  }

  /** Every method and pattern. */
  all(): [method: string, pattern: string][] {
    return [...this.rows.values()].flatMap(({ pattern, methods }) =>
      [...methods].map((method): [string, string] => [method, pattern]),
    );
  }
}
