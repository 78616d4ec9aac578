import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { DomainError } from '../common/errors.js';

/** Whatever else the shop signs with the same secret has another audience. */
const AUDIENCE = 'rapid-manufacturer-pay';
const ISSUER = 'rapid-manufacturer';

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

/** The signed part of a link by which anybody can pay one order: HS256, naming nothing but the order's `_id`. */
@Injectable()
export class PayLinkTokens {
  constructor(private readonly jwt: JwtService) {}

  issue(orderId: string, expiresAt: Date): Promise<string> {
    const exp = Math.floor(expiresAt.getTime() / 1_000);
    return this.jwt.signAsync(
      { exp },
      { subject: orderId, algorithm: 'HS256', audience: AUDIENCE, issuer: ISSUER, noTimestamp: true },
    );
  }

  /**
   * The `_id` of the order that a token is for.
   *
   * @param lateSeconds for how long it is still taken after it has expired
   * @throws PayLinkInvalid, PayLinkExpired
   */
  async orderIdOf(token: string, lateSeconds = 0): Promise<string> {
    const { sub, exp } = await this.verify(token, lateSeconds);
    if (typeof exp !== 'number' || typeof sub !== 'string' || !/^[0-9a-f]{24}$/.test(sub))
      throw new PayLinkInvalid();
    return sub;
  }

  private async verify(token: string, lateSeconds: number): Promise<{ sub?: unknown; exp?: unknown }> {
    try {
      return await this.jwt.verifyAsync<{ sub?: unknown; exp?: unknown }>(token, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        issuer: ISSUER,
        clockTolerance: lateSeconds,
      });
    } catch (error) {
      throw error instanceof TokenExpiredError ? new PayLinkExpired() : new PayLinkInvalid();
    }
  }
}
