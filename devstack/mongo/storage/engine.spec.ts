import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../test/support.fixture.js';
import { MongoError } from '../errors.js';
import { Engine } from './engine.js';

describe('the jobs of one commit', () => {
  const key = (name: string) => Buffer.from(name);
  const folder = temporaryFolder();
  let engine: Engine;

  beforeEach(() => {
    engine = new Engine(folder.path);
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(async () => {
    await engine.close();
    folder.remove();
    vi.restoreAllMocks();
  });

  const put = (name: string) =>
    engine.write(() => engine.apply(() => void engine.file.data.put(key(name), key('x'))));
  const stored = () => [...engine.file.data.getKeys()].map(String);

  it.each([
    ['an unexpected error', new RangeError('Maximum call stack size exceeded')],
    ['a refusal', new MongoError(2, 'bad value')],
  ])('go on when one of them fails before it writes, by %s', async (_name, error) => {
    const fail = engine.write(() => {
      throw error;
    });
    const results = await Promise.allSettled([put('a'), fail, put('b')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: error });
    expect(stored()).toEqual(['a', 'b']);
  });

  it('are rolled back together when a write fails, and what comes later is kept', async () => {
    await put('before');
    const reread = vi.fn();
    engine.onRollback.push(reread);
    const first = put('first');
    const half = engine.write(() =>
      engine.apply(() => {
        void engine.file.data.put(key('half'), key('x'));
        throw new Error('disk');
      }),
    );
    const results = await Promise.allSettled([first, half]);
    expect(results).toMatchObject([{ reason: { code: 1 } }, { reason: { code: 1 } }]);
    expect(reread).toHaveBeenCalledTimes(1);
    await put('later');
    expect(stored()).toEqual(['before', 'later']);
  });
});
