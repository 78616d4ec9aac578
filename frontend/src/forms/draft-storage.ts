/** Where drafts are kept, and what a session has to know of them: see `drafts.ts`. */
export const PREFIX = 'rapid.draft.';

/** Without storage there are no drafts; reading the property throws where the visitor blocks site data. */
export function attempt<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Whether this tab keeps anything that the person has typed and not sent. */
export const hasDrafts = (owner: string): boolean =>
  attempt((store) => Object.keys(store).some((key) => key.startsWith(PREFIX) && key.endsWith(`.${owner}`))) ??
  false;

export function removeDrafts(): void {
  attempt((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(PREFIX)) store.removeItem(key);
  });
}
