import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockFolder as takeLock } from '../../folder-lock.js';

const FORMAT = 'rapid-manufacturer document store, format 2\n';
/** Stands in the place of the format until the first commit: a folder cut short here holds nothing yet. */
const UNFINISHED = 'rapid-manufacturer document store, being made\n';
const FORMAT_FILE = 'FORMAT';
const LOCK_FILE = 'LOCK';
export const DATA_FILE = 'store.mdb';

const META_MAGIC = 0xbeefc0de;
/** Pages at the file's end that were taken and given back in one commit are never written. */
const SLACK_PAGES = 16;

/** Looks at lmdb's two meta pages: they have to be there, and the file as long as the newer one says. */
const checkFile = (folder: string): void => {
  const damaged = (what: string) => new Error(`The data folder ${folder} is damaged: ${what}`);
  const path = join(folder, DATA_FILE);
  if (!existsSync(path)) throw damaged(`${DATA_FILE} is missing`);
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4096 * 2);
    if (readSync(file, head, 0, head.length, 0) < head.length) throw damaged(`${DATA_FILE} is cut short`);
    const first = head.indexOf(Buffer.from([0xde, 0xc0, 0xef, 0xbe]));
    if (first < 0 || first > 64) throw damaged(`${DATA_FILE} does not begin as it should`);
    const pageSize = head.readUInt32LE(first + 24);
    const second = Buffer.alloc(256);
    readSync(file, second, 0, second.length, pageSize);
    if (second.readUInt32LE(first) !== META_MAGIC) throw damaged(`${DATA_FILE} does not begin as it should`);
    const newer = head.readBigUInt64LE(first + 128) > second.readBigUInt64LE(first + 128) ? head : second;
    const pages = Number(newer.readBigUInt64LE(first + 120)) + 1;
    if (fstatSync(file).size < (pages - SLACK_PAGES) * pageSize) throw damaged(`${DATA_FILE} is cut short`);
  } finally {
    closeSync(file);
  }
};

const writeFormat = (folder: string, text: string): void => {
  const path = join(folder, FORMAT_FILE);
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

export interface Folder {
  /** To be called once the data file exists. */
  made: () => void;
  unlock: () => void;
}

/**
 * Checks that the folder is empty or this store's own and whole, and locks it. A folder with anything else in it, or
 * with damaged data, is refused and left as it is.
 */
export const lockFolder = (folder: string): Folder => {
  mkdirSync(folder, { recursive: true });
  const unlock = takeLock(folder);
  try {
    const files = readdirSync(folder).filter((file) => ![LOCK_FILE, `${FORMAT_FILE}.new`].includes(file));
    const format = files.includes(FORMAT_FILE) ? readFileSync(join(folder, FORMAT_FILE), 'utf8') : undefined;
    if (format === undefined && files.length > 0) {
      throw new Error(
        `The data folder ${folder} was not made by this store (it holds ${files.slice(0, 3).join(', ')}); choose an empty folder`,
      );
    }
    if (format === FORMAT) checkFile(folder);
    else if (format === undefined || format === UNFINISHED) {
      for (const file of files) rmSync(join(folder, file));
      writeFormat(folder, UNFINISHED);
    } else {
      throw new Error(
        `The data folder ${folder} has a format that this store cannot read: ${format.trim() || 'empty'}`,
      );
    }
    return { unlock, made: () => format === FORMAT || writeFormat(folder, FORMAT) };
  } catch (error) {
    unlock();
    throw error;
  }
};
