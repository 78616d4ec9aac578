import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import { filter, map, type Observable, race, timer } from 'rxjs';
import { isConnected } from './database.js';
import { DependencyDown } from './errors.js';

/** A call that still runs after this, while the database is or was gone, is answered. */
const PATIENCE_MS = 3_800;
const LOOK_MS = 250;

/** Knows when a call has waited long enough for a database that is or was gone. */
@Injectable()
export class DatabaseTimeout {
  private goneAt = 0;

  constructor(@InjectConnection() private readonly connection: Connection) {
    connection.on('disconnected', () => (this.goneAt = Date.now()));
    connection.on('connected', () => {
      if (this.goneAt > 0) this.goneAt = Date.now();
    });
  }

  /**
   * Some work of a call, or an error within five seconds of the call's begin when the database goes away under it: one that
   * asks it several times, or cleans up after a failure, would wait for it each time. The work may yet be done.
   *
   * @throws DependencyDown
   */
  within<T>({ elapsedTime }: FastifyReply, work: Observable<T>): Observable<T> {
    const lost = timer(Math.max(0, PATIENCE_MS - elapsedTime), LOOK_MS).pipe(
      filter(() => this.isLost()),
      map(() => {
        throw new DependencyDown('The database');
      }),
    );
    return race(work, lost);
  }

  private isLost(): boolean {
    return !isConnected(this.connection) || Date.now() - this.goneAt < PATIENCE_MS;
  }
}

/** Keeps every call's handler and what is around it within that patience; the guards come before it. */
@Injectable()
export class DatabaseTimeoutInterceptor implements NestInterceptor {
  constructor(private readonly patience: DatabaseTimeout) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return this.patience.within(context.switchToHttp().getResponse<FastifyReply>(), next.handle());
  }
}
