import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotAllowed, NotFound } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { CONFIG, type Config } from '../config.js';
import { PurchasesService } from '../purchases/purchases.service.js';
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
    await this.purchases.settleForRemovedUser(id, user.removedBy ?? id);
    await this.others.forget({ id, email: user.email });
    await this.removed.updateOne(
      { uid: user.uid },
      { $set: { removedAt: new Date() }, $max: { lastAuthTime: user.lastAuthTime } },
      { upsert: true },
    );
    await this.users.deleteOne({ _id: user._id });
  }

  /**
   * Takes the user's access away.
   *
   * Whoever removes must still be an admin in the same transaction, and writes to their own document: two admins that
   * remove each other collide, one of them is decided anew, and by then is no admin any more. So one always remains.
   */
  private async begin(email: string, caller: Caller): Promise<User> {
    let begun: User | null = null;
    await this.connection.transaction(async (session) => {
      const { matchedCount } = await this.users.updateOne(
        { _id: caller.id, role: 'admin', removingSince: null },
        { $inc: { removals: 1 } },
        { session, timestamps: false },
      );
      if (matchedCount === 0) throw new NotAllowed();
      const user = await this.users.findOne({ email }).session(session).lean<User>();
      if (!user) throw new NotFound('user');
      if (String(user._id) === caller.id) await this.refuseSelf(caller);
      begun = await this.users
        .findOneAndUpdate(
          { _id: user._id },
          { $set: { removingSince: new Date(), removedBy: caller.id } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
    });
    if (!begun) throw new NotFound('user');
    return begun;
  }

  private async refuseSelf({ id }: Caller): Promise<never> {
    const another = await this.users.exists({
      role: 'admin',
      removingSince: null,
      _id: trusted({ $ne: id }),
    });
    throw another
      ? new Conflict('own-account', 'You cannot remove yourself. Ask another admin.')
      : new Conflict('last-admin', 'The last admin cannot be removed.');
  }
}
