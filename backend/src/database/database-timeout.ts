import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import { filter, map, type Observable, race, timer } from 'rxjs';
import { DependencyDown } from '../common/errors.js';

/** A request that takes longer while the database is or was disconnected is ended. */
const DEADLINE_MS = 3_800;
const CHECK_MS = 250;

/** The request deadline: the driver's timeouts are each operation's, and a request has several. */
@Injectable()
export class DatabaseTimeout {
  private isLost = false;
  private changedAt = 0;

  /** By the driver's events: mongoose's `readyState` takes a database that is busy for two seconds for one that is gone. */
  constructor(@InjectConnection() connection: Connection) {
    connection.getClient().on('topologyDescriptionChanged', ({ newDescription: { servers } }) => {
      const isLost = ![...servers.values()].some(({ isWritable }) => isWritable);
      if (isLost === this.isLost) return;
      this.isLost = isLost;
      this.changedAt = Date.now();
    });
  }

  /**
   * Some work of a request, or an error within five seconds of the request's start when the database goes away meanwhile.
   * The work may yet be done.
   *
   * @throws DependencyDown
   */
  within<T>({ elapsedTime }: FastifyReply, work: Observable<T>): Observable<T> {
    const expired = timer(Math.max(0, DEADLINE_MS - elapsedTime), CHECK_MS).pipe(
      filter(() => this.isLost || Date.now() - this.changedAt < DEADLINE_MS),
      map(() => {
        throw new DependencyDown('The database');
      }),
    );
    return race(work, expired);
  }
}

/** Applies the deadline to every handler and the interceptors inside it; the guards come before and apply it themselves. */
@Injectable()
export class DatabaseTimeoutInterceptor implements NestInterceptor {
  constructor(private readonly timeout: DatabaseTimeout) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return this.timeout.within(context.switchToHttp().getResponse<FastifyReply>(), next.handle());
  }
}
