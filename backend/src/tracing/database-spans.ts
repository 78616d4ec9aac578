import { context, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import type { mongo } from 'mongoose';

/** Spans that never end, of connections that broke, are forgotten beyond so many. */
const MOST_OPEN = 10_000;

/** Which collection a command is about; the first member of most commands names it. */
const collectionOf = ({ commandName, command }: mongo.CommandStartedEvent): string | undefined => {
  const named = commandName === 'getMore' ? command['collection'] : command[commandName];
  return typeof named === 'string' ? named : undefined;
};

/**
 * Spans from the driver's own command events, which it tells in the context of whoever asked. They name the command and the
 * collection, never what was looked for or written.
 */
export class DatabaseSpans {
  private readonly open = new Map<string, Span>();

  constructor(private readonly tracer: Tracer) {}

  /** @param client one made with `monitorCommands` */
  watch(client: mongo.MongoClient): void {
    client.on('commandStarted', (event) => this.start(event));
    client.on('commandSucceeded', (event) => this.end(event));
    client.on('commandFailed', (event) => this.end(event, event.failure));
  }

  private start(event: mongo.CommandStartedEvent): void {
    // sweepers and heartbeats ask all the time; only what belongs to a request is of interest
    if (!trace.getSpan(context.active()) || this.open.size >= MOST_OPEN) return;
    const collection = collectionOf(event);
    const span = this.tracer.startSpan([event.commandName, collection].filter(Boolean).join(' '), {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'mongodb',
        'db.namespace': event.databaseName,
        'db.operation.name': event.commandName,
        ...(collection && { 'db.collection.name': collection }),
      },
    });
    this.open.set(keyOf(event), span);
  }

  private end(event: mongo.CommandSucceededEvent | mongo.CommandFailedEvent, failure?: Error): void {
    const key = keyOf(event);
    const span = this.open.get(key);
    if (!span) return;
    this.open.delete(key);
    if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure.name });
    span.end();
  }
}

const keyOf = ({
  requestId,
  address,
  connectionId,
}: mongo.CommandStartedEvent | mongo.CommandSucceededEvent | mongo.CommandFailedEvent): string =>
  `${address} ${String(connectionId)} ${requestId}`;
