import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted, type Types } from 'mongoose';
import { AccountRemoval } from '../../common/account-removal.js';
import { NotSignedIn } from '../../common/errors.js';
import { isDuplicateKey } from '../../database/database.js';
import { inTransaction } from '../../database/transaction.js';
import { AccountDirectory } from '../../purchases/account-directory.js';
import { Mail } from './mail.schema.js';

export type NewMail = Pick<Mail, '_id' | 'kind' | 'about' | 'label' | 'source' | 'to'> &
  Partial<Pick<Mail, 'accountId' | 'requestedBy'>>;

/** Why a mail is dropped that an event or an admin asked for. */
export const NOTHING_TO_SAY =
  'There is nothing to tell any more, such as an order that is not to be paid now.';
export const NO_ADDRESS =
  'There is nobody to send it to any more, such as the customer of a removed account.';

/** A mail server may say a lot. */
const LONGEST_REASON = 500;

/** Which mails were sent to whom. */
@Injectable()
export class MailRecords implements OnModuleInit {
  constructor(
    @InjectModel(Mail.name) private readonly mails: Model<Mail>,
    @InjectConnection() private readonly connection: Connection,
    private readonly accounts: AccountDirectory,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id, email }) => {
      for (const whose of [{ accountId: id }, { to: email }])
        await this.mails.updateMany(whose, { $set: { to: '' } });
    });
  }

  find(id: string | Types.ObjectId): Promise<Mail | null> {
    return this.mails.findById(id).lean<Mail>();
  }

  /** Those of one event that were not sent yet; not those that an admin asked for, which have events of their own. */
  queuedOf({ kind, about, at }: Pick<Mail, 'kind' | 'about' | 'at'>): Promise<Mail[]> {
    const isOfEvent = { 'source.at': at, requestedBy: trusted({ $exists: false }) };
    return this.mails.find({ kind, about, state: 'queued', ...isOfEvent }).lean<Mail[]>();
  }

  /** The mail of this `_id`, which is made if it is not there; undefined when its recipient's account is being removed. */
  async queue(mail: NewMail): Promise<Mail | undefined> {
    const known = await this.find(mail._id);
    if (known) return known;
    try {
      return await inTransaction(this.connection, (session) => this.add(mail, session));
    } catch (error) {
      if (error instanceof NotSignedIn) return undefined;
      if (!isDuplicateKey(error)) throw error;
      return (await this.find(mail._id)) ?? undefined;
    }
  }

  /**
   * Makes a mail, which the removal of its recipient's account then finds.
   *
   * @throws NotSignedIn when that removal has begun
   */
  async add(mail: NewMail, session: ClientSession): Promise<Mail> {
    if (mail.accountId !== undefined) await this.accounts.hold(mail.accountId, session);
    const row = { ...mail, state: 'queued', at: new Date() } as const;
    const [made] = await this.mails.create([row], { session });
    return made!.toObject<Mail>();
  }

  async markSent({ _id }: Mail): Promise<void> {
    await this.mails.updateOne(
      { _id },
      { $set: { state: 'sent', sentAt: new Date() }, $unset: { reason: 1 }, $inc: { attempts: 1 } },
    );
  }

  async markFailed({ _id }: Mail, reason: string): Promise<void> {
    const set = { state: 'failed', reason: reason.slice(0, LONGEST_REASON) } as const;
    await this.mails.updateOne({ _id }, { $set: set, $inc: { attempts: 1 } });
  }

  /** Nobody needs it any more; the mail server was not asked. */
  async markDropped({ _id }: Pick<Mail, '_id'>, reason: string): Promise<void> {
    await this.mails.updateOne({ _id }, { $set: { state: 'dropped', reason } });
  }

  /** It stays queued; the reason is for admins. */
  async markRetried({ _id }: Mail, reason: string): Promise<void> {
    const set = { reason: reason.slice(0, LONGEST_REASON) };
    await this.mails.updateOne({ _id }, { $set: set, $inc: { attempts: 1 } });
  }
}
