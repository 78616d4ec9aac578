import { type ChildProcess, fork } from 'node:child_process';
import { DomainError } from '../common/errors.js';

/** What the decoding process is sent: one picture as it was uploaded. */
export interface PictureOrder {
  content: Uint8Array;
  maxPixels: number;
}

/** What it answers: the picture as WebP, or why there is none. */
export type PictureAnswer =
  { picture: Uint8Array } | { refusal: Pick<DomainError, 'status' | 'code' | 'title' | 'message' | 'extra'> };

/** What decoding may take. */
export interface PictureBounds {
  /** Milliseconds of a processor for one picture. */
  work: number;
  /** Milliseconds for one picture, which are more where others want the processor. */
  time: number;
  /** Bytes of resident memory of the whole process. */
  memory: number;
}

const BOUNDS: PictureBounds = { work: 15_000, time: 60_000, memory: 320 * 1024 * 1024 };
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

const IS_SOURCE = import.meta.filename.endsWith('.ts');

/**
 * Decodes pictures in a process of its own, which starts with the first one and ends when there are no more. It has a
 * low priority, no settings and no secrets, and is killed when a picture takes too much time or memory. Pictures come
 * one at a time.
 */
export class PictureDecoder {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  private readonly bounds: PictureBounds;

  constructor(bounds: Partial<PictureBounds> = {}) {
    this.bounds = { ...BOUNDS, ...bounds };
  }

  /** @throws DomainError as `encodePicture` does, and 413 for a picture that takes too much */
  async encode(content: Buffer, maxPixels: number): Promise<Buffer> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    try {
      const answer = await this.ask(child, { content, maxPixels });
      if ('picture' in answer) return Buffer.from(answer.picture);
      const { status, code, title, message, extra } = answer.refusal;
      throw new DomainError(status, code, title, message, extra);
    } finally {
      this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the process, and whatever it does. */
  close(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private ask(child: ChildProcess, order: PictureOrder): Promise<PictureAnswer> {
    return new Promise((done, failed) => {
      const late = setTimeout(() => child.kill('SIGKILL'), this.bounds.time);
      const settle = (): void => {
        clearTimeout(late);
        child.off('message', answered).off('exit', ended).off('error', broken);
      };
      const answered = (answer: unknown): void => {
        settle();
        done(answer as PictureAnswer);
      };
      const ended = (): void => {
        settle();
        failed(new PictureTooCostly());
      };
      const broken = (error: Error): void => {
        settle();
        failed(error);
      };
      child.on('message', answered).on('exit', ended).on('error', broken);
      child.send(order);
    });
  }

  private start(): ChildProcess {
    const child = fork(
      `${import.meta.dirname}/picture-process.${IS_SOURCE ? 'ts' : 'js'}`,
      [JSON.stringify(this.bounds)],
      {
        execArgv: ['--max-old-space-size=64', ...(IS_SOURCE ? ['--import', 'tsx'] : [])],
        // a decoder needs none of the server's settings; its memory is given back to the system
        env: { MALLOC_ARENA_MAX: '2', TMPDIR: process.env['TMPDIR'] },
        serialization: 'advanced',
        // a session of its own, with a priority of its own: it ends with its channel
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    // between two pictures it does not keep the server alive
    child.unref();
    child.channel?.unref();
    return child;
  }
}
