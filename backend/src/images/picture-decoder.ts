import { type ChildProcessByStdio, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { Busy, DomainError } from '../common/errors.js';
import { Pace } from '../common/pace.js';
import { take } from './take.js';

/** What the decoding process is told: how long the picture is that comes to its standard input, and what it may take. */
export interface PictureOrder extends Pick<PictureBounds, 'work' | 'memory'> {
  bytes: number;
  maxPixels: number;
}

/** What it is told while it decodes, since the server may grow meanwhile. */
export type PictureRoom = Pick<PictureBounds, 'memory'>;

/** What it answers: how long the picture is, as WebP, that comes from its standard output, or why there is none. */
export type PictureAnswer =
  { bytes: number } | { refusal: Pick<DomainError, 'status' | 'code' | 'title' | 'message' | 'extra'> };

/** What decoding may take. */
export interface PictureBounds {
  /** Milliseconds of a processor for one picture. */
  work: number;
  /** Milliseconds for one picture, which are more where others want the processor. */
  time: number;
  /** Bytes of resident memory of the whole process. */
  memory: number;
  /** And of the server and that process together. */
  together: number;
  /** Milliseconds from one start of the process to the next: each holds the server up, the longer the larger that is. */
  rest: number;
}

const BOUNDS: PictureBounds = {
  work: 15_000,
  time: 60_000,
  memory: 256 * 1024 * 1024,
  together: Infinity,
  rest: 5_000,
};
/** Behind everybody else who wants the processor: a picture can wait, and a client of the shop cannot. */
const PRIORITY = 19;
/** How often the process is told what memory the server leaves, in ms. */
const ROOM_MS = 100;
/** How long the process is kept when there is nothing to do. */
const IDLE_MS = 5_000;

class PictureTooCostly extends DomainError {
  constructor() {
    super(
      413,
      'picture-too-costly',
      'Too large',
      'The picture takes too much time or memory. Save it anew, smaller, and not progressive.',
    );
  }
}

type Decoder = ChildProcessByStdio<Socket, Socket, null>;

const IS_SOURCE = import.meta.filename.endsWith('.ts');

/** Puts a process with a session of its own behind all others, from its first moment: to start costs as much as a picture. */
function stepBack(pid: number): void {
  setPriority(pid, PRIORITY);
  try {
    // the priority of its session among the others, which counts before that of a process inside it
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
  } catch {
    // no Linux, or it changes no session's priority now: it may only be asked ten times a second
  }
}

/**
 * Decodes pictures in a process of its own, which starts with the first one and ends when there are no more. It has the
 * lowest priority, no settings and no secrets, and is killed when a picture takes too much time or memory. Pictures come
 * one at a time.
 */
export class PictureDecoder {
  private child: Decoder | undefined;
  private idle: NodeJS.Timeout | undefined;

  private readonly bounds: PictureBounds;
  private readonly starts: Pace;

  constructor(bounds: Partial<PictureBounds> = {}) {
    this.bounds = { ...BOUNDS, ...bounds };
    this.starts = new Pace(0, this.bounds.rest);
  }

  /**
   * The encoded picture comes in pieces: to join megabytes would hold up the server.
   *
   * @throws DomainError as `encodePicture` does, 413 for a picture that takes too much, and 503 when it takes more memory
   *   than the server leaves
   */
  async encode(content: Buffer, maxPixels: number): Promise<Buffer[]> {
    clearTimeout(this.idle);
    if (!this.child) await this.starts.turn();
    const child = (this.child ??= this.start());
    const late = setTimeout(() => child.kill('SIGKILL'), this.bounds.time);
    const over = new AbortController();
    const rooms = setInterval(() => this.tell(child, { memory: this.room() }), ROOM_MS);
    const gone = once(child, 'exit', over).then(() =>
      // with less memory than others have it may be no fault of the picture's
      Promise.reject(
        this.room() < this.bounds.memory ? new Busy('Too much is going on', 5) : new PictureTooCostly(),
      ),
    );
    try {
      const order = { bytes: content.length, maxPixels, work: this.bounds.work, memory: this.room() };
      return await Promise.race([gone, this.ask(child, content, order, over)]);
    } catch (error) {
      // nobody knows what it still has to read
      if (!(error instanceof DomainError)) this.close();
      throw error;
    } finally {
      clearTimeout(late);
      clearInterval(rooms);
      over.abort();
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the process, and whatever it does. */
  close(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async ask(
    child: Decoder,
    content: Buffer,
    order: PictureOrder,
    over: AbortController,
  ): Promise<Buffer[]> {
    this.tell(child, order);
    // the system takes as much at a time as the pipe has room for
    child.stdin.write(content);
    const [answer] = (await once(child, 'message', over)) as [PictureAnswer];
    if ('refusal' in answer) {
      const { status, code, title, message, extra } = answer.refusal;
      throw new DomainError(status, code, title, message, extra);
    }
    const picture = await take(child.stdout, answer.bytes);
    if (!picture) throw new PictureTooCostly();
    return picture;
  }

  /** Tells it something, unless it has ended, which is waited for. */
  private tell(child: Decoder, what: PictureOrder | PictureRoom): void {
    child.send(what, () => undefined);
  }

  /** The memory that the process may have now, in bytes. */
  private room(): number {
    return Math.min(this.bounds.memory, this.bounds.together - process.memoryUsage.rss());
  }

  private start(): Decoder {
    const child = fork(`${import.meta.dirname}/picture-process.${IS_SOURCE ? 'ts' : 'js'}`, {
      execArgv: ['--max-old-space-size=64', ...(IS_SOURCE ? ['--import', 'tsx'] : [])],
      // a decoder needs none of the server's settings; its memory is given back to the system
      env: { MALLOC_ARENA_MAX: '2', TMPDIR: process.env['TMPDIR'] },
      // a session of its own, with a priority of its own: it ends with its channel
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    }) as Decoder;
    // whoever waits for an answer hears of it
    child.on('error', () => undefined);
    if (child.pid === undefined) throw new Error('The process that decodes pictures cannot be started');
    stepBack(child.pid);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    child.stdin.on('error', () => undefined);
    child.stdout.on('error', () => undefined);
    // between two pictures it does not keep the server alive
    child.unref();
    child.channel?.unref();
    child.stdin.unref();
    child.stdout.unref();
    return child;
  }
}
