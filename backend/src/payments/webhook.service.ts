import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../common/errors.js';
import { recordTelemetry } from '../common/telemetry.js';
import { BadSignature, PaymentProvider, type ProviderEvent } from '../payment-provider/payment-provider.js';
import { ProviderEvents } from './provider-events.service.js';

/** Receives the provider's webhooks. Nothing is looked up before the signature is checked. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: ProviderEvents,
  ) {}

  /** @throws InvalidInput for a body that the provider did not sign; anything else makes the provider deliver again */
  async receive(rawBody: Buffer | undefined, signature: string | undefined): Promise<void> {
    await this.events.handle(this.verify(rawBody, signature), { by: 'webhook' });
  }

  private verify(rawBody: Buffer | undefined, signature: string | undefined): ProviderEvent {
    try {
      return this.provider.constructEvent(rawBody ?? Buffer.alloc(0), signature ?? '');
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      recordTelemetry('webhook-refused', {});
      throw new InvalidInput({ 'Stripe-Signature': "Not the payment provider's signature of this body" });
    }
  }
}
