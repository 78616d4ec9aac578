import type { Server, ServerResponse } from 'node:http';

/** How often it is looked, in ms. */
const TICK_MS = 500;
/** What all answers that wait for their clients may hold in memory. */
const MOST = 32 * 1024 * 1024;
/** How long a client may take nothing at all, in ms. */
const GRACE_MS = 30_000;
/** The least that a client takes in a second after that, in bytes. */
const RATE = 4 * 1024;
/** So many bytes taken are progress. */
const STEP = 64 * 1024;

interface Waiting {
  /** When it began to wait, or last made progress. */
  since: number;
  /** What the system had taken from us then. */
  taken: number;
}

/** Bytes of an answer that have left this process. */
const takenOf = ({ socket, writableLength }: ServerResponse): number =>
  (socket?.bytesWritten ?? 0) - writableLength;

/**
 * Cuts clients that do not take their answers: each has half a minute and a second for every 4 KB that wait. A byte now and
 * then does not help, as it would with a time-out for silence. When all that waits is too much for the memory, those that
 * have waited longest are cut at once.
 */
export class SlowReaders {
  private readonly waiting = new Map<ServerResponse, Waiting>();

  watch(server: Server): void {
    server.on('listening', () => {
      const timer = setInterval(() => this.look(Date.now()), TICK_MS);
      timer.unref();
      server.once('close', () => clearInterval(timer));
    });
  }

  /** An answer is begun; it is watched until it is taken or its connection closed. */
  serve(answer: ServerResponse): void {
    this.waiting.set(answer, { since: Date.now(), taken: 0 });
    answer.once('close', () => this.waiting.delete(answer));
  }

  /** @param now ms since 1970 */
  look(now: number): void {
    let all = 0;
    const slow: [ServerResponse, Waiting][] = [];
    for (const [answer, it] of this.waiting) {
      if (!answer.socket || answer.socket.destroyed) continue;
      const held = answer.writableLength;
      const taken = takenOf(answer);
      if (held === 0 || taken - it.taken >= STEP) Object.assign(it, { since: now, taken });
      if (held === 0) continue;
      if (now - it.since > GRACE_MS + (held / RATE) * 1_000) answer.socket.destroy();
      else {
        all += held;
        slow.push([answer, it]);
      }
    }
    if (all <= MOST) return;
    slow.sort(([, a], [, b]) => a.since - b.since);
    for (const [answer] of slow) {
      if (all <= MOST) return;
      all -= answer.writableLength;
      answer.socket?.destroy();
    }
  }
}
