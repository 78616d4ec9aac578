import fs from 'node:fs';
import { join } from 'node:path';
import { type Database, open } from 'lmdb';
import { lockFolder } from '../../folder-lock.js';

const FORMAT = 'rapid-manufacturer document store, format 3\n';
const OWN_FILES = ['LOCK', 'FORMAT', 'FORMAT.new', 'store.mdb', 'store.mdb-lock'];

/** How lmdb's two first pages begin, after a short head. */
const MAGIC = Buffer.from([0xde, 0xc0, 0xef, 0xbe]);
/** Pages at the file's end that were taken and given back in one commit are never written. */
const SLACK_PAGES = 16;
/** lmdb's reader slots: one for each transaction (500), one for each connection's command (1,000), and spare ones. */
const MAX_READERS = 2048;
/** Virtual address space kept for the file; it grows on disk only as data does. */
const MAP_SIZE = 64 * 2 ** 30;

/** lmdb ends the process when it opens a file that is none of its own, and begins an empty one again. */
const checkHead = (path: string): void => {
  const head = Buffer.alloc(64 * 1024);
  const file = fs.openSync(path, 'r');
  fs.readSync(file, head);
  fs.closeSync(file);
  const first = head.indexOf(MAGIC);
  if (first < 0 || first > 64 || head.indexOf(MAGIC, first + 1) < 0)
    throw new Error('it is damaged: store.mdb does not begin as it should');
};

/** Refuses what is not this store's own or not whole, and leaves it as it is. */
const openFile = (folder: string) => {
  const [mark, path] = [join(folder, 'FORMAT'), join(folder, 'store.mdb')];
  const format = fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : undefined;
  const foreign = fs.readdirSync(folder).find((file) => !OWN_FILES.includes(file));
  if (format === undefined && foreign) throw new Error(`it was not made by this store (it holds ${foreign})`);
  if ((format ?? FORMAT) !== FORMAT) throw new Error(`its format is not known here: ${format}`);
  // Without the mark an empty file is one whose making was cut short.
  if (format || fs.statSync(path, { throwIfNoEntry: false })?.size) checkHead(path);
  const bytes = { encoding: 'binary', keyEncoding: 'binary' } as const;
  // Plain lmdb commits, not overlapping ones: data, then a synchronous meta page; nothing to repair after a crash.
  const root = open({ path, ...bytes, overlappingSync: false, mapSize: MAP_SIZE, maxReaders: MAX_READERS });
  const { lastPageNumber, pageSize } = root.getStats() as { lastPageNumber: number; pageSize: number };
  if (fs.statSync(path).size < (lastPageNumber + 1 - SLACK_PAGES) * pageSize) {
    void root.close();
    throw new Error('it is damaged: store.mdb is cut short');
  }
  fs.writeFileSync(`${mark}.new`, FORMAT, { flush: true });
  fs.renameSync(`${mark}.new`, mark);
  const map = (name: string): Database<Buffer, Buffer> => root.openDB({ name, ...bytes });
  return { root, catalog: map('catalog'), data: map('data'), index: map('index'), sessions: map('sessions') };
};

/** Opens, or makes, the lmdb file of a data folder with its four ordered maps of bytes, for this process alone. */
export const openFolder = (folder: string) => {
  const unlock = lockFolder(folder);
  try {
    const file = openFile(folder);
    return { ...file, close: () => file.root.close().finally(unlock) };
  } catch (cause) {
    unlock();
    throw new Error(`The data folder ${folder} cannot be used: ${(cause as Error).message}`, { cause });
  }
};
