import type { TEST_EVENT, WebhookEventType } from './event-types.js';

/** Of the payloads; it rises when a receiver has to be changed. */
export const PAYLOAD_VERSION = 1;

/** What is sent: an event as receivers know it. */
export interface SentEvent {
  id: string;
  type: WebhookEventType | typeof TEST_EVENT;
  at: Date;
  subject: string;
  /** Rises with each event of the subject. */
  version: number;
  payload: unknown;
}

/** The exact text of a request's body, which its signature is of. */
export const bodyOf = ({ id, type, at, subject, version, payload }: SentEvent): string =>
  JSON.stringify({
    id,
    type,
    version: PAYLOAD_VERSION,
    timestamp: at.toISOString(),
    subject,
    sequence: version,
    data: payload,
  });
