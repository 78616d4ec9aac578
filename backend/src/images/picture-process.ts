import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { DomainError } from '../common/errors.js';
import { encodePicture } from './image-codec.js';
import type { PictureAnswer, PictureBounds, PictureOrder } from './picture-decoder.js';
import { take } from './take.js';

/**
 * The process that decodes pictures for `PictureDecoder`, one after the other: it reads them from its standard input and
 * writes them to its standard output. Whatever a picture does to its decoder, it does it here: beside the server, behind
 * it when both want the processor, and within bounds.
 */

/** Where Linux keeps the priority of a session among the others, which counts before that of a process inside it. */
const SESSION_PRIORITY = '/proc/self/autogroup';
/** A tenth of the processor where everybody wants it: enough to come to an end. */
const PRIORITY = 10;
const WATCH_MS = 20;

const bounds = JSON.parse(process.argv[2] ?? '{}') as PictureBounds;

/** At once: an exit would wait for the decoder's thread. */
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

setPriority(PRIORITY);
if (existsSync(SESSION_PRIORITY)) writeFileSync(SESSION_PRIORITY, String(PRIORITY));
process.on('disconnect', end);
let begun = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(begun);
  if (process.memoryUsage.rss() > bounds.memory || (user + system) / 1_000 > bounds.work) end();
}, WATCH_MS);

const tell = (answer: PictureAnswer) => process.send?.(answer);

async function serve({ bytes, maxPixels }: PictureOrder): Promise<void> {
  const content = await take(process.stdin, bytes);
  if (!content) return end();
  try {
    const picture = await encodePicture(Buffer.concat(content), maxPixels);
    tell({ bytes: picture.length });
    process.stdout.write(picture);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { status, code, title, message, extra } = error;
    tell({ refusal: { status, code, title, message, extra } });
  }
}

process.on('message', (order: PictureOrder) => {
  begun = process.cpuUsage();
  void serve(order);
});
