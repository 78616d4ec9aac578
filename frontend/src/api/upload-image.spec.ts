import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anonymous } from './runtime';
import { uploadImage } from './upload-image';

type Listener = (event: object) => void;

class Target {
  private readonly listeners = new Map<string, Listener[]>();
  addEventListener = (name: string, listener: Listener) =>
    void this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  emit = (name: string, event: object = {}) => {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  };
}

/** A browser's request, whose events the test makes. */
class FakeRequest extends Target {
  static last: FakeRequest;
  readonly upload = new Target();
  status = 0;
  response: unknown;
  responseType = '';
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => void (FakeRequest.last = this);
  abort = vi.fn(() => {
    this.emit('abort');
    this.emit('loadend');
  });
  end(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.emit('load');
    this.emit('loadend');
  }
}

const cancel = new AbortController();
const shares: number[] = [];
const begin = () => {
  const upload = uploadImage(new Blob(['x']), (share) => shares.push(share), cancel.signal);
  return upload(undefined, undefined, { ...anonymous, token: () => 't' });
};

beforeEach(() => {
  vi.useFakeTimers();
  shares.length = 0;
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the upload of an image', () => {
  it('has the time it needs as long as it moves, and says how far it is', async () => {
    const done = begin();
    const { last } = FakeRequest;
    for (let loaded = 1; loaded <= 10; loaded += 1) {
      vi.advanceTimersByTime(29_000);
      last.upload.emit('progress', { loaded, total: 10 });
    }
    vi.advanceTimersByTime(50_000);
    last.end(200, { success: true, data: { url: '/api/images/1' } });
    await expect(done).resolves.toBe('/api/images/1');
    expect(shares.at(4)).toBe(0.5);
    expect(last.abort).not.toHaveBeenCalled();
  });

  it.each([
    ['stands still from the start', []],
    ['stands still halfway', [5]],
    ['is not responded to', [10]],
  ])('ends when it %s', async (_what, progress) => {
    const done = begin();
    const { last } = FakeRequest;
    for (const loaded of progress) last.upload.emit('progress', { loaded, total: 10 });
    const failed = expect(done).rejects.toMatchObject({ detail: expect.stringContaining('has stopped') });
    vi.advanceTimersByTime(61_000);
    await failed;
    expect(last.abort).toHaveBeenCalledTimes(1);
  });

  it('is cancelled', async () => {
    const done = begin();
    cancel.abort();
    await expect(done).rejects.toMatchObject({ status: 0 });
  });
});
