import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors.js';
import { LinkTokens } from '../common/link-tokens.js';

const AUDIENCE = 'rapid-manufacturer-pay';

/** A link that the shop did not make, or not so. */
export class PayLinkInvalid extends DomainError {
  constructor() {
    const detail = 'This payment link is not valid; open it as it was sent, or ask the shop for another.';
    super(404, 'pay-link-invalid', 'No such payment link', detail);
  }
}

export class PayLinkExpired extends DomainError {
  constructor() {
    const detail = 'This payment link has expired; ask the shop for another.';
    super(404, 'pay-link-expired', 'Payment link expired', detail);
  }
}

/** The signed part of a link by which anybody can pay one order. */
@Injectable()
export class PayLinkTokens {
  constructor(private readonly tokens: LinkTokens) {}

  issue(orderId: string, expiresAt: Date): Promise<string> {
    return this.tokens.issue(AUDIENCE, orderId, expiresAt);
  }

  /**
   * The `_id` of the order that a token is for.
   *
   * @param lateSeconds for how long it is still taken after it has expired
   * @throws PayLinkInvalid, PayLinkExpired
   */
  async orderIdOf(token: string, lateSeconds = 0): Promise<string> {
    const target = await this.tokens.read(AUDIENCE, token, lateSeconds);
    if (target === 'expired') throw new PayLinkExpired();
    if (target === 'invalid' || !target.expires) throw new PayLinkInvalid();
    return target.id;
  }
}
