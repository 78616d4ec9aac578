import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { redact } from '../common/redact.js';

/** Removes secrets, e-mail addresses and error messages from every span that has ended. */
export class RedactingProcessor implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    for (const { attributes } of [span, ...span.events]) {
      for (const [name, value] of Object.entries(attributes ?? {}))
        if (typeof value === 'string') attributes![name] = redact(value);
    }
    // such as that of a unique index, which quotes the value
    delete span.status.message;
    this.next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}
