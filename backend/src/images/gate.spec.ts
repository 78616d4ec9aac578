import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../common/errors.js';
import { Gate } from './gate.js';

/** Work that ends when it is told to. */
function work() {
  let end = (): void => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  return { end, ended };
}

describe('Gate', () => {
  it('lets so many in, seats a few, and sends the rest away until someone leaves', async () => {
    const gate = new Gate(1, 1);
    const [first, second] = [work(), work()];
    const order: string[] = [];
    const inside = gate.pass(() => first.ended.then(() => order.push('first')));
    const seated = gate.pass(() => second.ended.then(() => order.push('second')));
    const refusal = await gate.pass(async () => 'third').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ status: 503, code: 'busy', retryAfter: 2 });
    second.end();
    first.end();
    await Promise.all([inside, seated]);
    expect(order).toEqual(['first', 'second']);
    expect(await gate.pass(async () => 'free')).toBe('free');
  });

  it('is free again after work that fails', async () => {
    const gate = new Gate(1, 0);
    const failing = gate.pass(() => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await gate.pass(async () => 'free')).toBe('free');
  });
});
