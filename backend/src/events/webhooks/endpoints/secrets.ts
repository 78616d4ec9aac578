import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** How long the former secret of an endpoint still signs after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;
const PREFIX = 'whsec_';

/** A secret of an endpoint, as it signs: `whsec_` and base64. The older of two ends by itself. */
export interface EndpointSecret {
  secret: string;
  expiresAt?: Date;
}

/** 256 random bits in the form of the Standard Webhooks specification. */
export const createSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Those that sign now, the newest first. */
export const validSecrets = (secrets: readonly EndpointSecret[], now: Date): EndpointSecret[] =>
  secrets.filter(({ expiresAt }) => !expiresAt || expiresAt > now);

/** A new secret, and the one that it replaces for a day. One that was being replaced already ends at once. */
export const rotated = (secrets: readonly EndpointSecret[], secret: string, now: Date): EndpointSecret[] => [
  { secret },
  ...secrets.slice(0, 1).map((former) => ({ ...former, expiresAt: new Date(now.getTime() + OVERLAP_MS) })),
];

/** The headers of a request by the Standard Webhooks specification: a signature by each secret. */
export function signedHeaders(
  secrets: readonly EndpointSecret[],
  id: string,
  body: string,
  at: Date,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map(({ secret }) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
