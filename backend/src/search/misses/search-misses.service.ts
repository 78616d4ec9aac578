import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ScheduledJobs } from '../../jobs/scheduled-jobs.js';
import { compactOf, wordsOf } from '../words/words.js';
import { MAX_MISSES, type SearchMissesDto } from './misses.dto.js';
import { SearchMiss } from './search-miss.schema.js';

const FLUSH_SECONDS = 5;
/** More different ones in one flush are not counted: somebody is trying everything. */
const MOST_KEPT = 200;
const MAX_LENGTH = 80;

/** Counts what was searched without result, a few seconds late. What may be an e-mail address or a telephone number is not kept. */
@Injectable()
export class SearchMisses implements OnModuleInit, BeforeApplicationShutdown {
  private counts = new Map<string, number>();

  constructor(
    @InjectModel(SearchMiss.name) private readonly misses: Model<SearchMiss>,
    private readonly jobs: ScheduledJobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('SearchMisses', FLUSH_SECONDS, () => this.flush());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch(() => undefined); // without the database a few counts are lost
  }

  record(typed: string): void {
    const words = wordsOf(typed).join(' ');
    if (words === '' || words.length > MAX_LENGTH || typed.includes('@') || /\d{7}/.test(compactOf(typed)))
      return;
    if (this.counts.size < MOST_KEPT || this.counts.has(words))
      this.counts.set(words, (this.counts.get(words) ?? 0) + 1);
  }

  /** The most frequent first. */
  async list(): Promise<SearchMissesDto> {
    await this.flush();
    const found = await this.misses
      .find()
      .sort({ count: -1, lastAt: -1 })
      .limit(MAX_MISSES)
      .lean<SearchMiss[]>();
    return {
      items: found.map(({ _id, count, lastAt }) => ({ words: _id, count, lastAt: lastAt.toISOString() })),
    };
  }

  private async flush(): Promise<void> {
    const counts = [...this.counts];
    if (counts.length === 0) return;
    this.counts = new Map();
    // what was only the beginning of a longer one was still being typed
    const whole = counts.filter(
      ([words]) => !counts.some(([other]) => other !== words && other.startsWith(words)),
    );
    const lastAt = new Date();
    await this.misses.bulkWrite(
      whole.map(([_id, count]) => ({
        updateOne: { filter: { _id }, update: { $inc: { count }, $set: { lastAt } }, upsert: true },
      })),
      { ordered: false },
    );
  }
}
