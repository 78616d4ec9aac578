import { channel } from 'node:diagnostics_channel';

/**
 * What the shop tells of itself while it works, for whoever measures. Nothing here names a person, an address or an id:
 * every text is one of a few that stand in the code.
 */
export interface Happenings {
  /** A call was refused because one of the limits was reached. */
  'limit-refused': { limit: string };
  /** An error of the shop's own was answered, by its code. */
  refusal: { code: string };
  /** A transaction ended; `attempts` is more than one when it conflicted with others. */
  transaction: { outcome: 'committed' | 'failed'; attempts: number };
  /** An order reached a state, or something else stands in its timeline. */
  order: { what: string; by: string };
  /** A provider's event was handled, so many seconds after it came to be at the provider. */
  'provider-event': { road: string; outcome: 'handled' | 'failed'; ageSeconds: number };
  /** A delivery of the provider was refused, since it did not sign it. */
  'webhook-refused': Record<string, never>;
  /** A round of a sweeper ended. */
  sweep: { sweeper: string; outcome: 'done' | 'failed'; seconds: number };
  /** An uploaded picture was decoded and encoded anew, or refused. */
  picture: { outcome: 'encoded' | 'refused'; seconds: number };
  /** The figures are about to be read: who has some that are costly looks whether they are due. */
  'figures-wanted': Record<string, never>;
  /** The payments were compared with the orders: how many findings of each kind. */
  reconciled: { findings: Record<string, number> };
}

type Name = keyof Happenings;

const nameOf = (name: Name): string => `rapid-manufacturer:${name}`;

/** Tells whoever listens; nearly free when nobody does. */
export function happened<N extends Name>(name: N, what: Happenings[N]): void {
  channel(nameOf(name)).publish(what);
}

/** Listens from now on; answers how to stop. What a listener throws does not reach who told. */
export function onHappening<N extends Name>(name: N, listener: (what: Happenings[N]) => void): () => void {
  const it = channel(nameOf(name));
  const subscriber = (what: unknown): void => listener(what as Happenings[N]);
  it.subscribe(subscriber);
  return () => it.unsubscribe(subscriber);
}
