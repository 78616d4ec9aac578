/** More than these are not applied one by one: the index is built again. */
const MOST = 5_000;

/** Products whose changes are not in the index in use. */
export class MissedChanges {
  private readonly ids = new Set<string>();
  /** Whether there are more than it remembers. */
  isIncomplete = false;

  add(ids: readonly string[]): void {
    if (this.isIncomplete) return;
    for (const id of ids) this.ids.add(id);
    if (this.ids.size <= MOST) return;
    this.clear();
    this.isIncomplete = true;
  }

  all(): string[] {
    return [...this.ids];
  }

  clear(): void {
    this.ids.clear();
    this.isIncomplete = false;
  }
}
