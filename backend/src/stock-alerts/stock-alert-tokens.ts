import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors.js';
import { LinkTokens } from '../common/link-tokens.js';

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

/** The signed part of a mailed link to one alert. */
@Injectable()
export class StockAlertTokens {
  constructor(private readonly tokens: LinkTokens) {}

  /** @param expiresAt without it, the link is valid as long as its alert */
  issue(link: AlertLink, alertId: string, expiresAt?: Date): Promise<string> {
    return this.tokens.issue(AUDIENCES[link], alertId, expiresAt);
  }

  /**
   * The `_id` of the alert that a token is for.
   *
   * @throws AlertLinkInvalid, AlertLinkExpired
   */
  async alertIdOf(link: AlertLink, token: string): Promise<string> {
    const target = await this.tokens.read(AUDIENCES[link], token);
    if (target === 'expired') throw new AlertLinkExpired();
    if (target === 'invalid') throw new AlertLinkInvalid();
    return target.id;
  }
}
