import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { redact } from '../common/redact.js';

/** Takes secrets and e-mail addresses out of every span that has ended, before it is handed on. */
export class PrivateSpans implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    for (const { attributes } of [span, ...span.events]) {
      for (const [name, value] of Object.entries(attributes ?? {}))
        if (typeof value === 'string') attributes![name] = redact(value);
    }
    if (span.status.message !== undefined) span.status.message = redact(span.status.message);
    this.next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}
