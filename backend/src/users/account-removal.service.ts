import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotAllowed, NotFound } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { PurchasesService } from '../purchases/purchases.service.js';
import { RemovedIdentity, User } from './user.schema.js';

/**
 * Removes a person's account. From the first step on they may do nothing; the user's document goes last, so that a removal
 * that failed halfway, at the payment provider for example, is simply repeated.
 */
@Injectable()
export class AccountRemovalService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel(RemovedIdentity.name) private readonly removed: Model<RemovedIdentity>,
    private readonly purchases: PurchasesService,
    private readonly others: AccountRemoval,
  ) {}

  /**
   * Cancels the user's unpaid orders, anonymises the rest and whatever else is theirs, and erases the user.
   * @returns how many were removed: 1
   */
  async remove(email: string, caller: Caller): Promise<number> {
    const user = await this.begin(lowerEmail(email), caller);
    const id = String(user._id);
    await this.purchases.settleForRemovedUser(id, caller.id);
    await this.others.forget({ id, email: user.email });
    await this.removed.updateOne(
      { uid: user.uid },
      { $set: { removedAt: new Date() }, $max: { lastAuthTime: user.lastAuthTime } },
      { upsert: true },
    );
    await this.users.deleteOne({ _id: user._id });
    return 1;
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
          { $set: { removingSince: new Date() } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
    });
    if (!begun) throw new NotFound('user');
    return begun;
  }

  private async refuseSelf({ id }: Caller): Promise<never> {
    const another = await this.users.exists({ role: 'admin', removingSince: null, _id: { $ne: id } });
    throw another
      ? new Conflict('own-account', 'You cannot remove yourself. Ask another admin.')
      : new Conflict('last-admin', 'The last admin cannot be removed.');
  }
}
