import { Injectable } from '@nestjs/common';

/** What time it is for the retries of deliveries; a spec puts it forward. */
@Injectable()
export class WebhookClock {
  now(): Date {
    return new Date();
  }
}
