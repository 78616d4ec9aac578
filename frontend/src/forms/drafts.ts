import { attempt, PREFIX } from './draft-storage';

/*
 * What somebody has typed into a form and not sent: kept for the tab, so that a reload or a log-in in between loses
 * nothing. Only for forms without passwords and card data. A draft belongs to the person who typed it, and goes when it
 * is sent, and at a sign-out.
 */
const keyOf = ({ name, owner }: DraftKey): string => `${PREFIX}${name}.${owner}`;

export interface DraftKey {
  /** Which form, and of what. */
  name: string;
  /** E-mail address of the person who types. */
  owner: string;
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
