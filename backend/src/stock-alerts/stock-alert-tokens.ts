import { Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { DomainError } from '../common/errors.js';

const ISSUER = 'rapid-manufacturer';
/** What a link does; one for the one does not do the other. */
const AUDIENCES = {
  confirm: 'rapid-manufacturer-stock-alert-confirm',
  stop: 'rapid-manufacturer-stock-alert-stop',
} as const;
export type AlertLink = keyof typeof AUDIENCES;

/** 404: a link that the shop did not make, or whose alert is over. */
export class AlertLinkInvalid extends DomainError {
  constructor() {
    const detail = 'This link is not valid, or the alert that it is for has ended.';
    super(404, 'stock-alert-link-invalid', 'No such alert', detail);
  }
}

/** 404: a request that was not confirmed in time. */
export class AlertLinkExpired extends DomainError {
  constructor() {
    const detail = "This link has expired; ask for the alert again on the part's page.";
    super(404, 'stock-alert-link-expired', 'Link expired', detail);
  }
}

/** The signed part of a mailed link to one alert: HS256, naming nothing but the alert's `_id`. */
@Injectable()
export class StockAlertTokens {
  constructor(private readonly jwt: JwtService) {}

  /** @param expiresAt without it, the link is valid as long as its alert */
  issue(link: AlertLink, alertId: string, expiresAt?: Date): Promise<string> {
    return this.jwt.signAsync(expiresAt ? { exp: Math.floor(expiresAt.getTime() / 1_000) } : {}, {
      subject: alertId,
      algorithm: 'HS256',
      audience: AUDIENCES[link],
      issuer: ISSUER,
      noTimestamp: true,
    });
  }

  /**
   * The `_id` of the alert that a token is for.
   *
   * @throws AlertLinkInvalid, AlertLinkExpired
   */
  async alertIdOf(link: AlertLink, token: string): Promise<string> {
    const { sub } = await this.verify(link, token);
    if (typeof sub !== 'string' || !/^[0-9a-f]{24}$/.test(sub)) throw new AlertLinkInvalid();
    return sub;
  }

  private async verify(link: AlertLink, token: string): Promise<{ sub?: unknown }> {
    try {
      return await this.jwt.verifyAsync<{ sub?: unknown }>(token, {
        algorithms: ['HS256'],
        audience: AUDIENCES[link],
        issuer: ISSUER,
      });
    } catch (error) {
      throw error instanceof TokenExpiredError ? new AlertLinkExpired() : new AlertLinkInvalid();
    }
  }
}
