import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { recordTelemetry } from '../common/telemetry.js';
import { InvalidInput } from '../common/errors.js';
import { isPlausibleSignature } from '../payment-provider/stripe-signature.js';

/** Rejects a delivery that cannot be valid before its body is read. */
async function checkSignatureHeader({ headers }: FastifyRequest): Promise<void> {
  const signature = headers['stripe-signature'];
  if (isPlausibleSignature([signature].flat().join(), Date.now())) return;
  recordTelemetry('webhook-refused', {});
  throw new InvalidInput({ 'Stripe-Signature': 'Not a current signature of the payment provider' });
}

/** The webhook's route: the bytes of an event, the largest of which carry all evidence of a dispute. */
export const WEBHOOK_ROUTE: FastifyContextConfig = {
  rawBody: true,
  route: { bodyLimit: 256 * 1024, onRequest: checkSignatureHeader },
};
