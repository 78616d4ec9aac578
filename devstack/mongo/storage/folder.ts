import { closeSync, fsyncSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RootDatabase, open } from 'lmdb';
import { lockFolder } from '../../folder-lock.js';

const FORMAT = 'rapid-manufacturer document store, format 3\n';
/** Stands in the place of the format until the data file is there: a folder cut short here holds nothing yet. */
const UNFINISHED = 'rapid-manufacturer document store, being made\n';

/** How lmdb's two first pages begin, after a short head. */
const MAGIC = Buffer.from([0xde, 0xc0, 0xef, 0xbe]);
/** Pages at the file's end that were taken and given back in one commit are never written. */
const SLACK_PAGES = 16;
/** Virtual address space kept for the file; it grows on disk only as data does. */
const MAP_SIZE = 64 * 2 ** 30;

/** lmdb ends the process when it opens a file that is none of its own, and begins an empty one anew. */
const checkHead = (path: string): void => {
  const head = Buffer.alloc(64 * 1024);
  const file = openSync(path, 'r');
  readSync(file, head);
  closeSync(file);
  const first = head.indexOf(MAGIC);
  if (first < 0 || first > 64 || head.indexOf(MAGIC, first + 1) < 0)
    throw new Error('it is damaged: store.mdb does not begin as it should');
};

/**
 * Opens the lmdb file of a data folder, or makes one. A folder with anything else in it, in use, of another format or
 * with damaged data is refused and left as it is.
 */
export const openFolder = (
  folder: string,
): { root: RootDatabase<Buffer, Buffer>; close: () => Promise<void> } => {
  const at = (file: string): string => join(folder, file);
  const mark = (text: string): void => {
    writeFileSync(at('FORMAT.new'), text, { flush: true });
    renameSync(at('FORMAT.new'), at('FORMAT'));
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  };
  const unlock = lockFolder(folder);
  try {
    const files = readdirSync(folder).filter((file) => !['LOCK', 'FORMAT.new'].includes(file));
    const format = files.includes('FORMAT') ? readFileSync(at('FORMAT'), 'utf8') : undefined;
    if (format === undefined && files.length > 0)
      throw new Error(`it was not made by this store (it holds ${files.slice(0, 3).join(', ')})`);
    if (format === FORMAT) checkHead(at('store.mdb'));
    else if (format === undefined || format === UNFINISHED) {
      for (const file of files) rmSync(at(file));
      mark(UNFINISHED);
    } else throw new Error(`it has a format that this store cannot read: ${format.trim() || 'empty'}`);
    const root = open<Buffer, Buffer>({
      path: at('store.mdb'),
      encoding: 'binary',
      keyEncoding: 'binary',
      // Plain lmdb commits: data, then a synchronous meta page; nothing to repair after a crash.
      overlappingSync: false,
      mapSize: MAP_SIZE,
      maxReaders: 512,
    });
    const { lastPageNumber, pageSize } = root.getStats() as { lastPageNumber: number; pageSize: number };
    if (statSync(at('store.mdb')).size < (lastPageNumber + 1 - SLACK_PAGES) * pageSize) {
      void root.close();
      throw new Error('it is damaged: store.mdb is cut short');
    }
    if (format !== FORMAT) mark(FORMAT);
    return { root, close: () => root.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw new Error(`The data folder ${folder} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
};
