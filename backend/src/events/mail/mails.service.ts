import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { Attention } from '../../attention/attention.service.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import type { Caller } from '../../common/access.js';
import { Conflict, MailNotConfigured, NotFound, NotSignedIn } from '../../common/errors.js';
import { CONFIG, type Config } from '../../config.js';
import { inTransaction } from '../../database/transaction.js';
import { countRows } from '../../lists/count-rows.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { PayLinks } from '../../payments/pay-links.service.js';
import { AccountDirectory } from '../../purchases/account-directory.js';
import { factsOf } from '../../purchases/orders/order-events.js';
import { Order } from '../../purchases/orders/order.schema.js';
import { MailContents } from './mail-contents.service.js';
import { audienceOf, type MailKind } from './mail-kinds.js';
import { MailRecipients } from './mail-recipients.service.js';
import { MailRecords, type NewMail, NOTHING_TO_SAY } from './mail-records.service.js';
import { type MailDto, type MailsDto, toMailDto } from './mail.dto.js';
import { Mail } from './mail.schema.js';

const MOST = 100;
/** For so long a mail that could not be sent waits for an admin. */
const ATTENTION_MS = 7 * 24 * 3_600_000;

class NoAddress extends Conflict {
  constructor() {
    super('no-address', 'The account was removed, so there is no address to send to.');
  }
}

class NotAnAdmin extends Conflict {
  constructor() {
    super('not-an-admin', 'This mail is for admins, and its recipient is no admin any more.');
  }
}

const WHY_NOTHING: Partial<Record<MailKind, string>> = {
  'payment-link': 'The order is not to be paid any more, so there is no link to send.',
  'stock-alert-confirm': 'The alert has ended, so there is nothing to confirm.',
  'stock-alert-due': 'The alert has ended, so there is nothing to tell.',
  'webhook-disabled': 'The endpoint was removed, so there is nothing to tell.',
};

class NothingToTell extends Conflict {
  constructor(kind: MailKind) {
    super('nothing-to-tell', WHY_NOTHING[kind] ?? 'What the mail is about is gone.');
  }
}

/** What admins see of the mails that were sent, and what they have sent. */
@Injectable()
export class Mails implements OnModuleInit {
  constructor(
    @InjectModel(Mail.name) private readonly mails: Model<Mail>,
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly records: MailRecords,
    private readonly recipients: MailRecipients,
    private readonly contents: MailContents,
    private readonly accounts: AccountDirectory,
    private readonly payLinks: PayLinks,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
    private readonly attention: Attention,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.attention.register({
      kind: 'failed-mail',
      count: () => countRows(this.mails, this.notSent(), MOST),
    });
  }

  /** @throws NotFound */
  async ofOrder(orderId: string): Promise<MailsDto> {
    if (!(await this.orders.exists({ _id: orderId }))) throw new NotFound('order');
    return this.read({ about: `order/${orderId}` });
  }

  /** Those of the last days that could not be sent, and that nobody has sent again. */
  failed(): Promise<MailsDto> {
    return this.read(this.notSent());
  }

  /** @throws NotFound, NotAnAdmin, NothingToTell, Conflict without an address or a mail server */
  async sendAgain(id: string, admin: Caller): Promise<MailDto> {
    const former = await this.records.find(id);
    if (!former) throw new NotFound('mail');
    const { _id, kind, about, label, source, to } = former;
    if (!to) throw new NoAddress();
    this.assertConfigured();
    if (!(await this.contents.of(kind, source))) {
      // nobody can send it any more, so it does not wait for an admin
      if (former.state === 'failed') await this.records.markDropped(former, NOTHING_TO_SAY);
      throw new NothingToTell(kind);
    }
    return this.request(
      { kind, about, label: label ?? '', source, ...(await this.recipientOf(former)) },
      admin,
      (session) => this.mails.updateOne({ _id }, { $set: { sentAgainAt: new Date() } }, { session }),
    );
  }

  /** Who gets a mail again: an account at the address that it has now, an alert at the one that was confirmed. */
  private async recipientOf({
    kind,
    source,
    accountId,
    to,
  }: Mail): Promise<Pick<NewMail, 'to' | 'accountId'>> {
    if (audienceOf(kind) === 'alert') {
      const [recipient] = await this.recipients.of(kind, source);
      if (!recipient) throw new NothingToTell(kind);
      const { id: _alert, ...address } = recipient;
      return address;
    }
    if (audienceOf(kind) === 'admins' && !(await this.recipients.isAdmin(accountId))) throw new NotAnAdmin();
    if (accountId === undefined) return { to };
    return { accountId, to: (await this.accounts.emailOf(accountId)) ?? '' };
  }

  /**
   * Mails the customer of an unpaid order a link to pay it.
   *
   * @throws NotFound, WrongState when it is not to be paid now, Conflict without an address or a mail server
   */
  async sendPayLink(orderId: string, admin: Caller): Promise<MailDto> {
    const order = await this.orders.findById(orderId).lean<Order>();
    if (!order) throw new NotFound('order');
    await this.payLinks.linkOf(order);
    const payload = { order: factsOf(order), actor: { by: 'admin', userId: admin.id } };
    const accountId = String(order.userId);
    return this.request(
      {
        kind: 'payment-link',
        about: `order/${orderId}`,
        label: order.number,
        source: { type: 'order.placed', at: new Date(), payload },
        accountId,
        to: (await this.accounts.emailOf(accountId)) ?? '',
      },
      admin,
    );
  }

  /** Has a mail sent: it and its event are written together, so that it is sent if this succeeds. */
  private async request(
    mail: Omit<NewMail, '_id'>,
    admin: Caller,
    alsoWrite: (session: ClientSession) => Promise<unknown> = async () => undefined,
  ): Promise<MailDto> {
    this.assertConfigured();
    if (mail.to === '') throw new NoAddress();
    const _id = new Types.ObjectId();
    const mailId = String(_id);
    try {
      return await inTransaction(this.connection, async (session) => {
        const made = await this.records.add({ ...mail, _id, requestedBy: admin.id }, session);
        await alsoWrite(session);
        await this.audit.record(session, admin, {
          action: 'mail.requested',
          entity: 'mail',
          entityId: mailId,
          label: mail.label || mail.kind,
          after: { kind: mail.kind },
        });
        const actor = { by: 'admin', userId: admin.id };
        const event = { type: 'mail.requested', subject: `mail/${mailId}`, version: 1 } as const;
        this.outbox.emit(session, { ...event, payload: { mailId, actor } });
        return toMailDto(made);
      });
    } catch (error) {
      if (error instanceof NotSignedIn) throw new NoAddress();
      throw error;
    }
  }

  private assertConfigured(): void {
    if (this.config.mail.smtpUrl === '') throw new MailNotConfigured();
  }

  private async read(filter: QueryFilter<Mail>): Promise<MailsDto> {
    const found = await this.mails
      .find(filter, { source: 0 })
      .sort({ at: -1, _id: -1 })
      .limit(MOST)
      .lean<Mail[]>();
    return { isConfigured: this.config.mail.smtpUrl !== '', mails: found.map(toMailDto) };
  }

  private notSent(): QueryFilter<Mail> {
    return {
      state: trusted({ $in: ['failed', 'queued'] }),
      at: trusted({ $gte: new Date(Date.now() - ATTENTION_MS) }),
      // one that was not tried yet is only on its way
      attempts: trusted({ $gt: 0 }),
      sentAgainAt: trusted({ $exists: false }),
    };
  }
}
