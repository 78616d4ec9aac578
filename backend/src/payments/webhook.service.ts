import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../common/errors.js';
import { recordTelemetry } from '../common/telemetry.js';
import { BadSignature, PaymentProvider, type ReceivedEvent } from '../payment-provider/payment-provider.js';
import { EventIntake, UnreadableEventError } from './event-intake.service.js';

/** Receives the provider's webhooks. Nothing is looked up before the signature is checked. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly intake: EventIntake,
  ) {}

  /**
   * @throws InvalidInput for a body that the provider did not sign or that cannot be read. Any error makes the provider deliver
   * the event again, until it is set aside.
   */
  async receive(rawBody: Buffer | undefined, signature: string | undefined): Promise<void> {
    try {
      await this.intake.receive(this.verify(rawBody, signature), { by: 'webhook' });
    } catch (error) {
      if (error instanceof UnreadableEventError) throw new InvalidInput({ body: error.message });
      throw error;
    }
  }

  private verify(rawBody: Buffer | undefined, signature: string | undefined): ReceivedEvent {
    try {
      return this.provider.constructEvent(rawBody ?? Buffer.alloc(0), signature ?? '');
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      recordTelemetry('webhook-refused', {});
      throw new InvalidInput({ 'Stripe-Signature': "Not the payment provider's signature of this body" });
    }
  }
}
