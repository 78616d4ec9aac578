import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseTinyChunks } from './chunks.js';
import { cut, isGone } from './cut.js';
import { Pace } from '../common/pace.js';

/** How many requests a connection may send ahead of its answers. Browsers and HTTP libraries send none. */
const MOST_AHEAD = 8;
/** How many requests may wait so on all connections. */
const MOST_WAITING = 2_000;
/** How many of those that were sent ahead are at work at once. */
const LANES = 1;
/** After so many ms the next one begins, though the answer before it is not taken yet. */
const LANE_MS = 500;
/** And so many ms after it: a share of the time, however many connections send ahead. */
const PAUSE_MS = 20;

/** A longer address than any client of the shop sends; what is made of it costs more than its text. */
const LONG_ADDRESS = 1_024;
/** Requests with such addresses begin so many ms one after the other. */
const ADDRESS_MS = 10;

interface Turn {
  readonly line: Line;
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  /** Whether it came before the answer to the one before it was complete. */
  readonly isAhead: boolean;
}

/** The requests of one connection: the one whose turn it is, and those behind it. */
interface Line {
  current: ServerResponse | undefined;
  readonly waiting: Turn[];
}

const hasLongAddress = ({ url = '' }: IncomingMessage): boolean => url.length > LONG_ADDRESS;

/** Where the requests that were sent ahead begin, few at a time: beside it everybody else's go on. */
class Lane {
  private readonly queue: Turn[] = [];
  private busy = 0;

  constructor(private readonly begin: (turn: Turn) => void) {}

  get length(): number {
    return this.queue.length;
  }

  enter(turn: Turn): void {
    this.queue.push(turn);
    this.next();
  }

  private next(): void {
    while (this.busy < LANES) {
      const turn = this.queue.shift();
      if (!turn) return;
      if (isGone(turn.request.socket)) continue;
      this.busy += 1;
      let left = false;
      const leave = (): void => {
        if (left) return;
        left = true;
        clearTimeout(late);
        setTimeout(() => {
          this.busy -= 1;
          this.next();
        }, PAUSE_MS);
      };
      const late = setTimeout(leave, LANE_MS);
      turn.answer.once('close', leave);
      this.begin(turn);
    }
  }
}

/**
 * Begins the requests of one connection one after the other, in the order of their answers. HTTP/1.1 lets a client send
 * many before it reads an answer (RFC 9112, 9.3.2); begun at once, those of a few hundred clients would take every
 * connection to the database from everybody else. Those that were sent ahead have a lane of their own, and whoever sends
 * too many is cut.
 */
export function inTurns(handler: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  let waiting = 0;

  const begin = ({ line, request, answer }: Turn): void => {
    answer.once('close', () => {
      const next = line.waiting.shift();
      if (next) waiting -= 1;
      line.current = next?.answer;
      if (next) enter(next);
    });
    handler(request, answer);
  };
  const lane = new Lane(begin);
  const addresses = new Pace(8, ADDRESS_MS);

  const enter = (turn: Turn): void => {
    const isOver = (): boolean => isGone(turn.request.socket);
    const start = (): void => {
      if (!isOver()) begin(turn);
    };
    if (turn.isAhead) lane.enter(turn);
    else if (hasLongAddress(turn.request)) addresses.take(start, isOver);
    else start();
  };

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { current: undefined, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      waiting -= line.waiting.length;
      line.waiting.length = 0;
    });
    return line;
  };

  return (request, answer) => {
    const { socket } = request;
    // what was read together with the request for which it was cut
    if (isGone(socket)) return;
    refuseTinyChunks(request);
    const line = lineOf(socket);
    const { current } = line;
    const turn = { line, request, answer, isAhead: current?.writableEnded === false };
    if (!current) {
      line.current = answer;
      // others that were read together with it show that it is sent ahead of them
      setImmediate(() => enter({ ...turn, isAhead: line.waiting.length > 0 }));
      return;
    }
    if (line.waiting.length >= MOST_AHEAD || waiting + lane.length >= MOST_WAITING) return cut(socket);
    waiting += 1;
    line.waiting.push(turn);
  };
}
