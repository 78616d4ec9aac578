import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DependencyDown, DomainError } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';

/** How long each part may take to answer. */
const TIMEOUT_MS = 2_000;

/** Where the seed notes that it has finished. */
export const SEED_MARKER = { collection: 'meta', id: 'seed' } as const;

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DependencyDown(what)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    throw new DependencyDown(what);
  } finally {
    clearTimeout(timer);
  }
}

class Stopping extends DomainError {
  constructor() {
    super(503, 'stopping', 'Temporarily unavailable', 'The server is about to stop.', {}, 5);
  }
}

@Injectable()
export class HealthService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  private isDraining = false;

  /** From now on it is not ready, because it is about to stop. */
  drain(): void {
    this.isDraining = true;
  }

  /** Throws the first reason why the shop cannot serve now. */
  async assertReady(): Promise<void> {
    if (this.isDraining) throw new Stopping();
    const { demo, standIns } = this.config;
    await Promise.all([
      inTime(this.pingDatabase(), 'The database'),
      standIns.identityUrl && this.reach(standIns.identityUrl, 'The sign-in service'),
      standIns.paymentsUrl && this.reach(standIns.paymentsUrl, 'The payment provider'),
    ]);
    if (demo && !(await inTime(this.isSeeded(), 'The database'))) {
      throw new DomainError(
        503,
        'not-seeded',
        'Temporarily unavailable',
        'The demo data is still being made.',
        {},
        2,
      );
    }
  }

  private async pingDatabase(): Promise<void> {
    const { db } = this.connection;
    if (!db) throw new DependencyDown('The database');
    await db.command({ ping: 1 });
  }

  private async isSeeded(): Promise<boolean> {
    const { collection, id } = SEED_MARKER;
    const marker = await this.connection
      .collection<{ _id: string; doneAt?: Date }>(collection)
      .findOne({ _id: id });
    return marker?.doneAt != null;
  }

  /** Any answer will do: it shows that the stand-in lives. */
  private async reach(url: string, what: string): Promise<void> {
    const answer = await inTime(
      fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' }),
      what,
    );
    await answer.body?.cancel();
    if (answer.status >= 500) throw new DependencyDown(what);
  }
}
