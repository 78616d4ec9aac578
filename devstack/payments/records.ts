import { mkdirSync } from 'node:fs';
import { open, type Database, type RootDatabase } from 'lmdb';
import { missing } from './errors.js';
import type { Kind, Rows } from './types.js';

type Stored<K extends Kind = Kind> = Rows[K] & { kind: K; seq: number };
/** `[list, created, seq]`: one entry for the object's kind and one for each object that it belongs to. */
type IndexKey = [string, number, number];

/** Bounds on `created`, whole seconds, both inclusive. */
export interface Page {
  from?: number;
  to?: number | undefined;
  limit: number;
  after?: string | undefined;
}

/**
 * Everything that the sandbox knows, in one LMDB environment. Reads are synchronous; writes run inside
 * `write`, all or nothing, and its promise resolves when they are on disk. Several writes may share one flush.
 */
export class Records {
  private readonly root: RootDatabase;
  private readonly rows: Database<Stored, string>;
  private readonly index: Database<string, IndexKey>;
  /** Settings, idempotency keys, challenge tokens and due work, each under its own name. */
  private readonly named: Database<unknown, (string | number)[]>;

  /** Called after each commit: there may be something new to do. */
  onCommit: () => void = () => undefined;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Without overlappingSync a commit is on disk when it is reported.
    this.root = open({ path: directory, maxDbs: 4, overlappingSync: false });
    this.rows = this.root.openDB({ name: 'rows' });
    this.index = this.root.openDB({ name: 'index' });
    this.named = this.root.openDB({ name: 'named' });
  }

  /** Runs `work`, which must not wait for anything; when it throws, nothing of it stays. */
  async write<T>(work: () => T): Promise<T> {
    const result = await this.root.childTransaction(work);
    this.onCommit();
    return result;
  }

  close(): Promise<void> {
    return this.root.close();
  }

  find<K extends Kind>(kind: K, id: string): Rows[K] | undefined {
    if (id === '' || id.length > 200) return undefined;
    const row = this.rows.get(id);
    return row?.kind === kind ? (row as Stored<K>) : undefined;
  }

  /** @throws ApiError 404 `resource_missing` */
  get<K extends Kind>(kind: K, id: string, param?: string): Rows[K] {
    const row = this.find(kind, id);
    if (!row) throw missing(kind, id, param);
    return row;
  }

  /** The object alone, whatever its kind: for `expand`. */
  objectOf(id: string): object | undefined {
    return this.rows.get(id)?.object;
  }

  /** @param parents ids whose lists hold the new object too */
  insert<K extends Kind>(kind: K, row: Rows[K], parents: string[] = []): void {
    const seq = this.nextNumber();
    const { id, created } = row.object;
    this.rows.putSync(id, { ...row, kind, seq });
    for (const list of [kind, ...parents.map((parent) => `${kind}:${parent}`)]) {
      this.index.putSync([list, created, seq], id);
    }
  }

  /** Writes back a changed row. */
  update<K extends Kind>(kind: K, row: Rows[K]): void {
    const { id } = row.object;
    const seq = this.rows.get(id)?.seq;
    if (seq === undefined) throw missing(kind, id);
    this.rows.putSync(id, { ...row, kind, seq });
  }

  remove(kind: Kind, id: string): void {
    const row = this.rows.get(id);
    if (!row) return;
    this.rows.removeSync(id);
    this.index.removeSync([kind, row.object.created, row.seq]);
  }

  /**
   * A page of one list, newest first: `list` is a kind, or `kind:parentId`.
   * @throws ApiError 404 when the cursor names no object of this kind
   */
  page<K extends Kind>(
    kind: K,
    list: string,
    page: Page,
    keep: (row: Rows[K]) => boolean = () => true,
  ): { rows: Rows[K][]; hasMore: boolean } {
    const newest: IndexKey = [list, page.to ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    const oldest: IndexKey = [list, page.from ?? 0, 0];
    const after = page.after === undefined ? newest : this.keyOf(kind, list, page.after, 'starting_after');
    const rows: Rows[K][] = [];
    for (const { value: id } of this.index.getRange({
      start: min(after, newest),
      end: oldest,
      reverse: true,
    })) {
      if (id === page.after) continue;
      const row = this.rows.get(id) as Stored<K> | undefined;
      if (!row || !keep(row)) continue;
      if (rows.length === page.limit) return { rows, hasMore: true };
      rows.push(row);
    }
    return { rows, hasMore: false };
  }

  /** What was put there; the caller's assertion says what that is. */
  getNamed(...key: (string | number)[]): unknown {
    return this.named.get(key);
  }

  putNamed(value: unknown, ...key: (string | number)[]): void {
    this.named.putSync(key, value);
  }

  removeNamed(...key: (string | number)[]): void {
    this.named.removeSync(key);
  }

  /** The first entries whose key begins with `name`, in the order of their keys. */
  namedUnder(name: string, limit = Infinity): { key: (string | number)[]; value: unknown }[] {
    const range = this.named.getRange({ start: [name, -Infinity], end: [name, '\uffff'], limit });
    return [...range];
  }

  /** Rises by one at every call, over restarts too. Only inside `write`. */
  nextNumber(): number {
    const next = ((this.named.get(['counter']) as number | undefined) ?? 0) + 1;
    this.named.putSync(['counter'], next);
    return next;
  }

  private keyOf(kind: Kind, list: string, id: string, param: string): IndexKey {
    const row = this.rows.get(id);
    if (row?.kind !== kind) throw missing(kind, id, param);
    return [list, row.object.created, row.seq];
  }
}

const min = (a: IndexKey, b: IndexKey): IndexKey => (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]) ? a : b);
