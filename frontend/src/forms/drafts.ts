/**
 * What somebody has typed into a form and not sent: kept for the tab, so that a reload or a log-in in between loses
 * nothing. Only for forms without passwords and card data. A draft belongs to the person who typed it, and goes when it
 * is sent, and at a sign-out.
 */
const PREFIX = 'rapid.draft.';
const keyOf = ({ name, owner }: DraftKey): string => `${PREFIX}${name}.${owner}`;

export interface DraftKey {
  /** Which form, and of what. */
  name: string;
  /** E-mail address of the person who types. */
  owner: string;
}

/** Without storage there are no drafts; reading the property throws where the visitor blocks site data. */
function attempt<T>(use: (store: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

export function readDraft<V extends Record<string, string>>(key: DraftKey, initial: V): V | undefined {
  return attempt((store) => {
    const values = JSON.parse(store.getItem(keyOf(key)) ?? 'null') as Record<string, unknown> | null;
    if (!values) return undefined;
    // an earlier release may have had other fields
    const kept = Object.keys(initial).flatMap((field) =>
      typeof values[field] === 'string' ? [[field, values[field]] as const] : [],
    );
    return { ...initial, ...(Object.fromEntries(kept) as Partial<V>) };
  });
}

export function writeDraft(key: DraftKey, values: Record<string, string>): void {
  attempt((store) => store.setItem(keyOf(key), JSON.stringify(values)));
}

export function removeDraft(key: DraftKey): void {
  attempt((store) => store.removeItem(keyOf(key)));
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
