import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { type TelemetryEvents, onTelemetry } from '../common/telemetry.js';
import { ScheduledJobs } from './scheduled-jobs.js';

let app: TestingModule;
let jobs: ScheduledJobs;
let events: TelemetryEvents['job'][];
let stopListening: () => void;

beforeEach(async () => {
  app = await Test.createTestingModule({
    imports: [ScheduleModule.forRoot()],
    providers: [ScheduledJobs],
  }).compile();
  Logger.overrideLogger(false);
  await app.init();
  jobs = app.get(ScheduledJobs);
  events = [];
  stopListening = onTelemetry('job', (event) => void events.push(event));
});
afterEach(async () => {
  await app.close();
  stopListening();
});

describe('a scheduled job', () => {
  it('runs again and again, also after it failed, and records each run', async () => {
    let runs = 0;
    jobs.schedule('Flaky', 0.01, async () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
    });
    while (events.length < 3) await sleep(5);
    expect(events.slice(0, 2)).toMatchObject([
      { job: 'Flaky', outcome: 'failed', seconds: expect.any(Number) },
      { job: 'Flaky', outcome: 'done' },
    ]);
  });

  it('never runs twice at once in one process', async () => {
    let running = 0;
    let most = 0;
    jobs.schedule('Slow', 0.005, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(30);
      running -= 1;
    });
    while (events.length < 3) await sleep(5);
    expect(most).toBe(1);
  });

  it('is waited for at shutdown, and does not start again', async () => {
    let ended = 0;
    let starts = 0;
    await new Promise<void>((started) => {
      jobs.schedule('Last', 0.005, async () => {
        starts += 1;
        started();
        await sleep(60);
        ended += 1;
      });
    });
    await app.close();
    expect([starts, ended]).toEqual([1, 1]);
    await sleep(30);
    expect(starts).toBe(1);
  });
});
