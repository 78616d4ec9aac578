import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors.js';
import { LinkTokens } from '../common/link-tokens.js';

/** What a link does; one for the one does not do the other. */
const AUDIENCES = {
  confirm: 'rapid-manufacturer-stock-alert-confirm',
  stop: 'rapid-manufacturer-stock-alert-stop',
} as const;
export type AlertLink = keyof typeof AUDIENCES;

/** 404: a link that the shop did not make, that a later mail has replaced, or whose alert is over. */
export class AlertLinkInvalid extends DomainError {
  constructor() {
    const detail = 'This link is not valid: a later mail has replaced it, or its alert has ended.';
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

  /** Confirms so many units and no others: those that its mail names. */
  issueConfirm(alertId: string, units: number, expiresAt: Date): Promise<string> {
    return this.tokens.issue(AUDIENCES.confirm, alertId, expiresAt, { units });
  }

  /** Valid as long as its alert. */
  issueStop(alertId: string): Promise<string> {
    return this.tokens.issue(AUDIENCES.stop, alertId);
  }

  /**
   * The `_id` of the alert that a token is for, and the units that it confirms.
   *
   * @throws AlertLinkInvalid, AlertLinkExpired
   */
  async targetOf(link: AlertLink, token: string): Promise<{ alertId: string; units: unknown }> {
    const target = await this.tokens.read(AUDIENCES[link], token);
    if (target === 'expired') throw new AlertLinkExpired();
    if (target === 'invalid') throw new AlertLinkInvalid();
    return { alertId: target.id, units: target.claims['units'] };
  }
}
