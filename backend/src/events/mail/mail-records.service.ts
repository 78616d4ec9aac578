import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model, Types } from 'mongoose';
import { AccountRemoval } from '../../common/account-removal.js';
import { NotSignedIn } from '../../common/errors.js';
import { isDuplicateKey } from '../../database/database.js';
import { inTransaction } from '../../database/transaction.js';
import { AccountDirectory } from '../../purchases/account-directory.js';
import { Mail } from './mail.schema.js';

export type NewMail = Pick<Mail, '_id' | 'kind' | 'about' | 'label' | 'source' | 'to'> &
  Partial<Pick<Mail, 'accountId' | 'requestedBy'>>;

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

  /** It stays queued; the reason is for admins. */
  async markRetried({ _id }: Mail, reason: string): Promise<void> {
    const set = { reason: reason.slice(0, LONGEST_REASON) };
    await this.mails.updateOne({ _id }, { $set: set, $inc: { attempts: 1 } });
  }
}
