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

/**
 * Answers 503 within five seconds when the database goes away under a call: one that asks it several times, or cleans up
 * after a failure, would wait for it each time. What the call was about may yet be done.
 */
@Injectable()
export class DatabasePatience implements NestInterceptor {
  private goneAt = 0;

  constructor(@InjectConnection() private readonly connection: Connection) {
    connection.on('disconnected', () => (this.goneAt = Date.now()));
    connection.on('connected', () => {
      if (this.goneAt > 0) this.goneAt = Date.now();
    });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const spent = context.switchToHttp().getResponse<FastifyReply>().elapsedTime;
    const lost = timer(Math.max(0, PATIENCE_MS - spent), LOOK_MS).pipe(
      filter(() => this.isLost()),
      map(() => {
        throw new DependencyDown('The database');
      }),
    );
    return race(next.handle(), lost);
  }

  private isLost(): boolean {
    return !isConnected(this.connection) || Date.now() - this.goneAt < PATIENCE_MS;
  }
}
