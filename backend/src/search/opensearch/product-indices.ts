import { randomBytes } from 'node:crypto';
import { indexDefinition } from './index-definition.js';
import type { Deadline, SearchServer } from './search-server.js';

/** The name under which one index is written to while it is built. */
export const writeAliasOf = (index: string): string => `${index}.write`;

/** The alias of a shop's products: databases on one server do not share it. */
export const aliasOf = (database: string): string =>
  `rapid-products-${database.toLowerCase().replace(/[^a-z0-9_-]/g, '_')}`;

const TIMEOUT_MS = 30_000;
/** Longer than another process takes to use the index that takes the place of one. */
const RETIRED_MS = 20_000;

/** The indices of a shop: one in use, which the alias names, and one that is being built. */
export class ProductIndices {
  private readonly pattern: RegExp;
  private readonly deadline: Deadline;
  private removing: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: SearchServer,
    readonly alias: string,
    closing: AbortSignal,
  ) {
    this.deadline = { timeoutMs: TIMEOUT_MS, signal: closing };
    this.pattern = new RegExp(`^${alias}-\\d{13}-[0-9a-f]{8}$`);
  }

  /** @returns its name */
  async create(): Promise<string> {
    const begunAt = new Date();
    const name = `${this.alias}-${begunAt.getTime()}-${randomBytes(4).toString('hex')}`;
    const body = indexDefinition(writeAliasOf(name), begunAt);
    await this.server.ask(this.deadline, (client, options) =>
      client.indices.create({ index: name, body }, options),
    );
    return name;
  }

  /** All of them, and which of them the alias names. */
  async list(): Promise<{ all: string[]; live: string | undefined }> {
    const { alias } = this;
    const found = await this.server.ask(this.deadline, (client, options) =>
      client.indices.getAlias({ index: `${alias}-*`, allow_no_indices: true }, options),
    );
    // the wildcard also finds those of a shop whose name begins with this one's
    const all = Object.keys(found).filter((name) => this.pattern.test(name));
    return { all, live: all.find((name) => alias in (found[name]?.aliases ?? {})) };
  }

  async refresh(name: string): Promise<void> {
    await this.server.ask(this.deadline, (client, options) =>
      client.indices.refresh({ index: name }, options),
    );
  }

  /** Uses an index instead of the one in use, at once. All others are removed a little later. */
  async swap(name: string): Promise<void> {
    const { alias } = this;
    const { all, live } = await this.list();
    const actions = [
      ...(live === undefined ? [] : [{ remove: { index: live, alias } }]),
      { add: { index: name, alias } },
    ];
    await this.server.ask(this.deadline, (client, options) =>
      client.indices.updateAliases({ body: { actions } }, options),
    );
    const retired = all.filter((each) => each !== name);
    clearTimeout(this.removing);
    // what is left is removed after the next build
    this.removing = setTimeout(() => void this.removeAll(retired).catch(() => undefined), RETIRED_MS);
    this.removing.unref();
  }

  remove(name: string): Promise<void> {
    return this.removeAll([name]);
  }

  /** What is left to be removed then, is removed after the next build. */
  close(): void {
    clearTimeout(this.removing);
  }

  private async removeAll(index: string[]): Promise<void> {
    if (index.length === 0) return;
    await this.server.ask(this.deadline, (client, options) =>
      client.indices.delete({ index, ignore_unavailable: true }, options),
    );
  }
}
