import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Beyond the limit so many more are taken until those that gave way are closed; above that the system turns them away. */
const CLOSING = 500;

/** Whether the server has something to do for it: a whole request, whose answer is not complete and does not wait for the client. */
const isServed = (answer: ServerResponse | undefined): boolean =>
  answer !== undefined &&
  !answer.destroyed &&
  answer.req.complete &&
  !answer.writableEnded &&
  !answer.writableNeedDrain;

/**
 * Keeps the number of connections. When there are too many, the one that has been waiting longest for its client gives
 * way to the newest: an idle one, or one in the middle of a request or of taking its answer. A flood of idle connections
 * would otherwise keep everybody else out until they time out.
 */
export class Connections {
  /** Each with its last answer; the one whose last request was longest ago comes first. */
  private readonly open = new Map<Socket, ServerResponse | undefined>();

  constructor(private readonly most: number) {}

  watch(server: Server): void {
    server.maxConnections = this.most + CLOSING;
    server.on('connection', (socket) => {
      this.open.set(socket, undefined);
      socket.once('close', () => this.open.delete(socket));
      if (this.open.size > this.most) this.giveWay();
    });
  }

  /** An answer is begun. */
  serve(answer: ServerResponse): void {
    const { socket } = answer.req;
    if (this.open.delete(socket)) this.open.set(socket, answer);
  }

  private giveWay(): void {
    for (const [socket, answer] of this.open) {
      if (isServed(answer)) continue;
      this.open.delete(socket);
      socket.destroy();
      return;
    }
  }
}
