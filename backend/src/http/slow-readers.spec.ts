import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { SlowReaders } from './slow-readers.js';

const KB = 1024;
const MB = 1024 * KB;

/** An answer of which so much waits for its client. */
class Answer extends EventEmitter {
  isCut = false;
  socket = {
    bytesWritten: 0,
    destroyed: false,
    destroy: () => {
      this.isCut = true;
      this.socket.destroyed = true;
      this.emit('close');
    },
  };

  constructor(public writableLength: number) {
    super();
    this.socket.bytesWritten = writableLength;
  }
}

function watching(...answers: Answer[]): SlowReaders {
  const readers = new SlowReaders();
  for (const answer of answers) readers.serve(answer as unknown as ServerResponse);
  return readers;
}

const after = (seconds: number) => Date.now() + seconds * 1_000;

describe('a client that does not take its answer', () => {
  it('is cut after half a minute and a second for every 4 KB', () => {
    const answer = new Answer(40 * KB);
    const readers = watching(answer);
    readers.look(after(39));
    expect(answer.isCut).toBe(false);
    readers.look(after(42));
    expect(answer.isCut).toBe(true);
  });

  it('is not kept alive by a byte now and then, but by progress', () => {
    const [dripping, reading] = [new Answer(100 * KB), new Answer(100 * KB)];
    const readers = watching(dripping, reading);
    for (let second = 10; second <= 100; second += 10) {
      dripping.socket.bytesWritten += 100;
      reading.socket.bytesWritten += 64 * KB;
      readers.look(after(second));
    }
    expect([dripping.isCut, reading.isCut]).toEqual([true, false]);
  });

  it('is not one whose server has said nothing yet', () => {
    const answer = new Answer(0);
    const readers = watching(answer);
    readers.look(after(500));
    answer.writableLength = MB;
    readers.look(after(510));
    expect(answer.isCut).toBe(false);
  });
});

it('cuts those that have waited longest when all hold more than 32 MB', () => {
  const answers = Array.from({ length: 5 }, () => new Answer(10 * MB));
  const readers = watching(...answers);
  answers.slice(2).forEach((answer) => {
    answer.socket.bytesWritten += MB;
  });
  readers.look(after(1));
  expect(answers.map(({ isCut }) => isCut)).toEqual([true, true, false, false, false]);
});
