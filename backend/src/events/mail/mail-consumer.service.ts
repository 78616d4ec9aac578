import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { recordTelemetry } from '../../common/telemetry.js';
import { CONFIG, type Config } from '../../config.js';
import type { DomainEvent, OrderChanged, ProductChanged } from '../../outbox/domain-events.js';
import { Outbox } from '../../outbox/outbox.service.js';
import type { MailContent } from './content/blocks.js';
import { renderMail } from './content/layout.js';
import { MailContents } from './mail-contents.service.js';
import { MAILED_TYPES, type MailedType, mailKindOf } from './mail-kinds.js';
import { MailRecipients } from './mail-recipients.service.js';
import { MailRecords, NO_ADDRESS, NOTHING_TO_SAY } from './mail-records.service.js';
import type { Mail } from './mail.schema.js';
import { mailIdOf, messageIdOf } from './message-id.js';
import { MailRefused, SmtpMailer } from './smtp-mailer.js';

/** What people call the subject of an event. */
const labelOf = (payload: Partial<OrderChanged & ProductChanged>): string =>
  payload.order?.number ?? payload.product?.name ?? '';

/** Makes mails of events, and sends them: see `docs/mail.md`. Without a mail server it asks for no events. */
@Injectable()
export class MailConsumer implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly records: MailRecords,
    private readonly recipients: MailRecipients,
    private readonly contents: MailContents,
    private readonly mailer: SmtpMailer,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.mail.smtpUrl === '') return;
    this.outbox.consumers.register({
      name: 'mail',
      handles: [...MAILED_TYPES, 'mail.requested'],
      handle: (event) => this.handle(event),
    });
  }

  private handle(event: DomainEvent<MailedType | 'mail.requested'>): Promise<void> {
    return event.type === 'mail.requested' ? this.sendRequested(event.payload.mailId) : this.sendAll(event);
  }

  private async sendRequested(mailId: string): Promise<void> {
    const mail = await this.records.find(mailId);
    if (!mail) return;
    await this.send(mail, await this.contents.of(mail.kind, mail.source));
  }

  /** One recipient's mail does not wait for another's; the event comes again while one could not be sent. */
  private async sendAll(event: DomainEvent<MailedType>): Promise<void> {
    const { id, type, at, subject, payload } = event;
    const kind = mailKindOf(event);
    const source = { type, at, payload };
    if (!kind) return;
    const content = await this.contents.of(kind, source);
    const recipients = content ? await this.recipients.of(kind, source) : [];
    const mails = recipients.map(({ id: recipientId, ...recipient }) => ({
      _id: mailIdOf(id, kind, recipientId),
      kind,
      about: subject,
      label: labelOf(payload),
      source,
      ...recipient,
    }));
    const sent = await Promise.allSettled(
      mails.map(async (one) => {
        const mail = await this.records.queue(one);
        if (mail) await this.send(mail, content);
      }),
    );
    const expected = new Set(mails.map(({ _id }) => String(_id)));
    for (const mail of await this.records.queuedOf({ kind, about: subject, at }))
      // of an earlier attempt, since which it has become needless
      if (!expected.has(String(mail._id))) await this.drop(mail, content ? NO_ADDRESS : NOTHING_TO_SAY);
    const failed = sent.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** @throws Error when it may succeed later */
  private async send(mail: Mail, content: MailContent | undefined): Promise<void> {
    const { _id, kind, to, state } = mail;
    // a repetition of the event
    if (state !== 'queued') return;
    if (!content || to === '') return this.drop(mail, content ? NO_ADDRESS : NOTHING_TO_SAY);
    const messageId = messageIdOf(this.config.publicUrl, _id);
    const unsubscribe = content.unsubscribe?.link;
    try {
      await this.mailer.send({ messageId, to, ...renderMail(content), ...(unsubscribe && { unsubscribe }) });
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof MailRefused) return this.fail(mail, message);
      recordTelemetry('mail', { kind, outcome: 'retried' });
      await this.records.markRetried(mail, message);
      throw error;
    }
    await this.records.markSent(mail);
    recordTelemetry('mail', { kind, outcome: 'sent' });
  }

  private async drop(mail: Mail, reason: string): Promise<void> {
    await this.records.markDropped(mail, reason);
    recordTelemetry('mail', { kind: mail.kind, outcome: 'dropped' });
  }

  private async fail(mail: Mail, reason: string): Promise<void> {
    await this.records.markFailed(mail, reason);
    recordTelemetry('mail', { kind: mail.kind, outcome: 'failed' });
  }
}
