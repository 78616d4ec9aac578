import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { recordEvent } from './domain-events.js';

/**
 * Work that is done again and again while the application runs: one round at a time, the next some seconds after the one
 * before. A round that fails is logged, and the next tries again.
 */
export abstract class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isStopped = false;

  protected constructor(private readonly seconds: number) {}

  /** One round. Any number of processes may be at theirs. */
  abstract sweep(): Promise<void>;

  onApplicationBootstrap(): void {
    this.wait();
  }

  /** Lets the round under way end. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private wait(): void {
    if (this.isStopped) return;
    // Replicas that were started together do not stay in step.
    const milliseconds = this.seconds * 1_000 * (0.9 + Math.random() * 0.2);
    this.timer = setTimeout(() => {
      this.round = this.run().finally(() => this.wait());
    }, milliseconds);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    const begun = performance.now();
    const sweeper = this.constructor.name;
    const tell = (outcome: 'done' | 'failed') =>
      recordEvent('job', { job: sweeper, outcome, seconds: (performance.now() - begun) / 1_000 });
    try {
      await this.sweep();
      tell('done');
    } catch (error) {
      tell('failed');
      this.log.error({ err: error, msg: 'a sweep failed; the next tries again' });
    }
  }
}
