import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { API } from '@opensearch-project/opensearch';
import type { IndexWrite } from './index-definition.js';
import { type Deadline, IndexGone, type SearchServer, ServerBusy } from './search-server.js';

/** What one request holds at most. */
const MAX_WRITES = 500;
const MAX_BYTES = 5 * 1024 * 1024;
/** The pauses before what a busy server has refused is sent again. */
const PAUSES_MS = [200, 400, 800, 1_600, 3_200];

interface Line {
  write: IndexWrite;
  json: string;
}

function* chunksOf(writes: readonly IndexWrite[]): Generator<Line[]> {
  let chunk: Line[] = [];
  let bytes = 0;
  for (const write of writes) {
    const json = JSON.stringify(write.source);
    if (chunk.length === MAX_WRITES || (chunk.length > 0 && bytes + json.length > MAX_BYTES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push({ write, json });
    bytes += json.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** Writes products, one request after the other. */
export class BulkWriter {
  private readonly logger = new Logger(BulkWriter.name);

  constructor(private readonly server: SearchServer) {}

  /**
   * What the index has in the same or a newer version stays. A product that the index refuses is left out, and logged.
   *
   * @param alias of one index
   * @param isSeen whether searches see it once this resolves
   * @returns the index that the alias names; undefined where there was nothing to write
   * @throws SearchUnavailable
   */
  async write(
    alias: string,
    writes: readonly IndexWrite[],
    isSeen: boolean,
    deadline: Deadline,
  ): Promise<string | undefined> {
    let index: string | undefined;
    for (const chunk of chunksOf(writes)) index = await this.writeChunk(alias, chunk, isSeen, deadline);
    return index;
  }

  private async writeChunk(
    alias: string,
    chunk: Line[],
    isSeen: boolean,
    deadline: Deadline,
  ): Promise<string | undefined> {
    let left = chunk;
    for (const pause of [...PAUSES_MS, undefined]) {
      const { refused, index } = await this.send(alias, left, isSeen, deadline);
      if (refused.length === 0) return index;
      left = refused;
      if (pause !== undefined)
        await sleep(pause, undefined, { signal: deadline.signal }).catch(() => undefined);
    }
    throw new ServerBusy(`${left.length} writes were refused`);
  }

  /** @returns what was refused for now, and the index */
  private async send(
    alias: string,
    chunk: Line[],
    isSeen: boolean,
    deadline: Deadline,
  ): Promise<{ refused: Line[]; index?: string | undefined }> {
    // lines that are JSON already; the client's types know objects only
    const lines: unknown[] = chunk.flatMap(({ write: { id, version }, json }) => [
      { index: { _id: id, version, version_type: 'external' } },
      json,
    ]);
    let result: API.Bulk_ResponseBody;
    try {
      result = await this.server.ask(deadline, (client, options) =>
        client.bulk(
          { index: alias, require_alias: true, refresh: isSeen, body: lines as API.Bulk_RequestBody },
          options,
        ),
      );
    } catch (error) {
      if (error instanceof ServerBusy) return { refused: chunk };
      throw error;
    }
    const items = result.items.map((item) => item.index);
    const index = items[0]?._index;
    if (!result.errors) return { refused: [], index };
    if (items.some((item) => item?.status === 404)) throw new IndexGone(`There is no ${alias}`);
    // 409: it has this version, or a newer one
    const wrong = items.filter((item) => item?.error && ![409, 429].includes(item.status));
    if (wrong.length > 0)
      this.logger.error({
        products: wrong.slice(0, 10),
        msg: `${wrong.length} products could not be indexed`,
      });
    return { refused: chunk.filter((_line, at) => items[at]?.status === 429), index };
  }
}
