import { Inject, Injectable } from '@nestjs/common';
import { DependencyDown } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import { type PaymentLabDto, type SetPaymentLabDto, toPaymentLabDto } from './payment-lab.dto.js';

const TIMEOUT_MS = 5_000;

/** Hands the failure lab's settings on to the payment sandbox, which keeps them. */
@Injectable()
export class PaymentLabService {
  private readonly url: string;
  private readonly secretKey: string;

  constructor(@Inject(CONFIG) { localServices, stripe }: Config) {
    this.url = `${localServices.paymentsUrl.replace(/\/$/, '')}/sandbox/lab`;
    this.secretKey = stripe.secretKey;
  }

  read(): Promise<PaymentLabDto> {
    return this.call('GET');
  }

  /** Replaces all settings; what is left out is off. */
  set({ nextConfirm, webhooks, loseConfirmResponse, failApi }: SetPaymentLabDto): Promise<PaymentLabDto> {
    return this.call('PUT', {
      nextConfirm: nextConfirm ?? null,
      webhooks: {
        mode: webhooks?.mode ?? 'deliver',
        delayMs: webhooks?.delayMs ?? 0,
        times: webhooks?.times ?? null,
      },
      loseConfirmResponse: loseConfirmResponse ?? 0,
      failApi: { times: failApi?.times ?? 0, status: failApi?.status ?? 500 },
    });
  }

  private async call(method: 'GET' | 'PUT', settings?: PaymentLabDto): Promise<PaymentLabDto> {
    try {
      const response = await fetch(this.url, {
        method,
        headers: { authorization: `Bearer ${this.secretKey}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(settings && { body: JSON.stringify(settings) }),
      });
      if (!response.ok) throw new Error(`The payment sandbox responded with ${response.status}`);
      return toPaymentLabDto((await response.json()) as PaymentLabDto);
    } catch (error) {
      throw Object.assign(new DependencyDown('The payment sandbox'), { cause: error });
    }
  }
}
