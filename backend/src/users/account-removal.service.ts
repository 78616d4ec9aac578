import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { NotFound } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { CONFIG, type Config } from '../config.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { PurchasesService } from '../purchases/purchases.service.js';
import { accountEvent } from './account-events.js';
import { actAsAdmin, refuseSelf } from './admin-rule.js';
import { RemovedIdentity, User } from './user.schema.js';

/** A removal begun less long ago may still be at work in the call that began it. */
const IN_PROGRESS_MS = 60_000;

/**
 * Removes a person's account. From the first step on they may do nothing; the user's document goes last, so that a removal
 * that failed halfway, at the payment provider for example, is found and finished by a job.
 */
@Injectable()
export class AccountRemovalService implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountRemovalService.name);

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel(RemovedIdentity.name) private readonly removed: Model<RemovedIdentity>,
    private readonly purchases: PurchasesService,
    private readonly others: AccountRemoval,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule('AccountRemovalJob', this.config.orders.sweepSeconds, () => this.finishInterrupted());
  }

  /**
   * Cancels the user's unpaid orders, anonymises the rest and whatever else is theirs, and erases the user.
   * @returns how many were removed: 1
   */
  async remove(email: string, caller: Caller): Promise<number> {
    await this.finish(await this.begin(lowerEmail(email), caller));
    return 1;
  }

  /** Finishes the removals that were begun over a minute ago; one that fails is tried again at the next run. */
  async finishInterrupted(): Promise<void> {
    const before = new Date(Date.now() - IN_PROGRESS_MS);
    const users = await this.users.find({ removingSince: trusted({ $lt: before }) }).lean<User[]>();
    for (const user of users) {
      try {
        await this.finish(user);
      } catch (error) {
        this.logger.error({ err: error, userId: String(user._id), msg: 'a removal could not be finished' });
      }
    }
  }

  /** Every step may be repeated, and by several replicas at once. */
  private async finish(user: User): Promise<void> {
    const id = String(user._id);
    await this.purchases.endForRemovedUser(id, user.removedBy ?? id);
    await this.others.erase({ id, email: user.email });
    await this.removed.updateOne(
      { uid: user.uid },
      { $set: { removedAt: new Date() }, $max: { lastAuthTime: user.lastAuthTime } },
      { upsert: true },
    );
    await inTransaction(this.connection, async (session) => {
      const erased = await this.users.findOneAndDelete({ _id: user._id }, { session }).lean<User>();
      const actor = { by: 'admin', userId: user.removedBy ?? id };
      if (erased) this.outbox.emit(session, accountEvent('account.removed', erased, actor));
    });
  }

  /** Takes the user's access away, and records who did it. */
  private begin(email: string, caller: Caller): Promise<User> {
    return inTransaction(this.connection, async (session) => {
      await actAsAdmin(this.users, caller, session);
      const user = await this.users.findOne({ email }).session(session).lean<User>();
      if (!user) throw new NotFound('user');
      await refuseSelf(this.users, caller, user, 'remove');
      const { _id, role } = user;
      const begun = await this.users
        .findOneAndUpdate(
          { _id },
          { $set: { removingSince: new Date(), removedBy: caller.id } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      if (!begun) throw new NotFound('user');
      // a repeat of a removal that failed halfway is no other change
      if (!user.removingSince)
        await this.audit.record(session, caller, {
          action: 'user.removed',
          entity: 'user',
          entityId: String(_id),
          label: email,
          before: { role },
        });
      return begun;
    });
  }
}
