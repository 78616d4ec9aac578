import { DomainError } from '../common/errors.js';
import { encodePicture } from './image-codec.js';
import type { PictureAnswer, PictureOrder, PictureRoom } from './picture-decoder.js';
import { take } from './take.js';

/**
 * The process that decodes pictures for `PictureDecoder`, one after the other: it reads them from its standard input and
 * writes them to its standard output. Whatever a picture does to its decoder, it does it here: beside the server, behind
 * it when both want the processor, and within bounds.
 */

const WATCH_MS = 5;

/** At once: an exit would wait for the decoder's thread. */
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

process.on('disconnect', end);
// the server may have ended while this process started
if (!process.connected) end();
/** Of the picture that is decoded; between two it does not end, since the next one would be blamed for it. */
type Bounds = Pick<PictureOrder, 'work' | 'memory'>;
const NO_BOUNDS: Bounds = { work: Infinity, memory: Infinity };
let begun = process.cpuUsage();
let bounds = NO_BOUNDS;
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
  } finally {
    bounds = NO_BOUNDS;
  }
}

process.on('message', (said: PictureOrder | PictureRoom) => {
  if ('bytes' in said) {
    begun = process.cpuUsage();
    bounds = said;
    void serve(said);
  } else if (bounds !== NO_BOUNDS) bounds = { ...bounds, ...said };
});
