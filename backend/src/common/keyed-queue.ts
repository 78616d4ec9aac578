/**
 * Runs work of the same key one after the other, in the order it came. Work on the same stock would only conflict and be
 * tried again; that it never goes wrong is the database's doing, not this queue's.
 */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<void>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.tails.get(key) ?? Promise.resolve()).then(work);
    const tail = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
      });
    this.tails.set(key, tail);
    return result;
  }
}
