import { type Channel, channel } from 'node:diagnostics_channel';

/**
 * Events that the shop records while it works, for metrics. None names a person, an address or an id: every text is one of
 * a few that stand in the code.
 */
export interface TelemetryEvents {
  /** A request was refused because a rate limit was reached. */
  'limit-refused': { limit: string };
  /** A public read was served from the response cache, or computed for it. */
  'cached-read': { outcome: 'hit' | 'miss' };
  /** A page could not be rendered, or not in time: the browser renders it. */
  'client-rendered-page': { reason: 'error' | 'timeout' };
  /** One of the shop's own errors was sent, by its code. */
  refusal: { code: string };
  /** A transaction ended; `attempts` is more than one when it conflicted with others. */
  transaction: { outcome: 'committed' | 'failed'; attempts: number };
  /** An order was changed: the last part of its event's type, and the kind of actor. */
  order: { what: string; by: string };
  /** A payment provider's event was handled, this many seconds after the provider created it. */
  'provider-event': { source: string; outcome: 'handled' | 'failed'; ageSeconds: number };
  /** A webhook delivery was refused because of its signature. */
  'webhook-refused': Record<string, never>;
  /** A run of a scheduled job ended. */
  job: { job: string; outcome: 'done' | 'failed'; seconds: number };
  /** An uploaded image was decoded and re-encoded, or refused. */
  image: { outcome: 'encoded' | 'refused'; seconds: number };
  /** Metrics are about to be read: listeners refresh the costly ones that are due. */
  'metrics-requested': Record<string, never>;
  /**
   * How a consumer of domain events stands: the events that it has to handle, those of them that it failed to handle, and when
   * the oldest was written.
   */
  outbox: { consumer: string; pending: number; failing: number; oldestAt: Date | undefined };
  /** An event was sent to an endpoint: `retried` if it has to be sent again. */
  'webhook-delivery': { outcome: 'delivered' | 'retried' | 'failed'; seconds: number };
  /** How webhooks stand: the endpoints that the shop disabled, and when the oldest event was to be sent that is on its way. */
  webhooks: { disabled: number; oldestAt: Date | undefined };
  /** A mail was taken by the mail server, is tried again, cannot be sent, or is not needed any more. */
  mail: { kind: string; outcome: 'sent' | 'retried' | 'failed' | 'dropped' };
  /** The number of findings of each kind, and when the latest payments were last compared with the orders, if they were. */
  reconciled: { findings: Record<string, number>; comparedAt: Date | undefined };
}

type Name = keyof TelemetryEvents;

/** Held here: Node (20) may forget a channel that nobody refers to, and with it those who listen. */
const channels = new Map<Name, Channel>();

function channelOf(name: Name): Channel {
  const known = channels.get(name);
  if (known) return known;
  const made = channel(`rapid-manufacturer:${name}`);
  channels.set(name, made);
  return made;
}

/** Publishes an event; nearly free when nobody listens. */
export function recordTelemetry<N extends Name>(name: N, event: TelemetryEvents[N]): void {
  channelOf(name).publish(event);
}

/** Listens to an event; returns a function that stops listening. An error in a listener does not reach the publisher. */
export function onTelemetry<N extends Name>(
  name: N,
  listener: (event: TelemetryEvents[N]) => void,
): () => void {
  const eventChannel = channelOf(name);
  const subscriber = (event: unknown): void => listener(event as TelemetryEvents[N]);
  eventChannel.subscribe(subscriber);
  return () => eventChannel.unsubscribe(subscriber);
}
