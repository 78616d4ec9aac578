import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { OrderChanged, StockAlertChanged } from '../../outbox/domain-events.js';
import { AccountDirectory } from '../../purchases/account-directory.js';
import { StockAlertMails } from '../../stock-alerts/stock-alert-mails.js';
import { User } from '../../users/user.schema.js';
import { audienceOf, choiceOf, type MailKind } from './mail-kinds.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import type { MailSource } from './mail.schema.js';

/** More admins than that get no mail. */
const MOST_ADMINS = 100;
const ADMINS = { role: 'admin', removingSince: null } as const;

export interface Recipient {
  /** Who it is, for the id of the message: an account's or an alert's. */
  id: string;
  accountId?: string;
  to: string;
}

/** Says who gets a mail, by the addresses that they have now. */
@Injectable()
export class MailRecipients {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly accounts: AccountDirectory,
    private readonly alerts: StockAlertMails,
    private readonly preferences: MailPreferencesService,
  ) {}

  /** Nobody, where the account was removed, the alert has ended, or nobody wants it. */
  async of(kind: MailKind, { payload }: MailSource): Promise<Recipient[]> {
    const audience = audienceOf(kind);
    if (audience === 'customer') return this.customer((payload as OrderChanged).order.customerId);
    if (audience === 'alert') return this.waiting((payload as StockAlertChanged).alert.alertId);
    const admins = await this.admins();
    const choice = choiceOf(kind);
    const without =
      choice &&
      (await this.preferences.without(
        choice,
        admins.map(({ id }) => id),
      ));
    return admins.filter(({ id }) => !without?.has(id));
  }

  /** Whether an account may get the mails to admins now. */
  async isAdmin(accountId: string | undefined): Promise<boolean> {
    return accountId !== undefined && (await this.users.exists({ _id: accountId, ...ADMINS })) !== null;
  }

  private async customer(id: string): Promise<Recipient[]> {
    const to = await this.accounts.emailOf(id);
    return to === undefined ? [] : [{ id, accountId: id, to }];
  }

  private async admins(): Promise<Recipient[]> {
    const admins = await this.users
      .find(ADMINS, { email: 1 })
      .sort({ createdAt: 1, _id: 1 })
      .limit(MOST_ADMINS)
      .lean<User[]>();
    return admins.map(({ _id, email }) => ({ id: String(_id), accountId: String(_id), to: email }));
  }

  private async waiting(alertId: string): Promise<Recipient[]> {
    const facts = await this.alerts.factsOf(alertId);
    if (!facts) return [];
    const accountId = await this.accounts.idOf(facts.email);
    return [{ id: alertId, to: facts.email, ...(accountId !== undefined && { accountId }) }];
  }
}
