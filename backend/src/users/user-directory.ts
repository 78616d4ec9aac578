import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { AccountDirectory } from '../purchases/account-directory.js';
import { NotSignedIn } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { User } from './user.schema.js';

@Injectable()
export class UserDirectory extends AccountDirectory {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {
    super();
  }

  async idOf(email: string): Promise<string | undefined> {
    const user = await this.users.exists({ email: lowerEmail(email) });
    return user?._id.toString();
  }

  async emailOf(id: string): Promise<string | undefined> {
    const user = await this.users.findById(id, { email: 1 }).lean<User>();
    return user?.email;
  }

  async verifiedEmailOf(id: string): Promise<string | undefined> {
    const user = await this.users.findOne({ _id: id, emailVerified: true }, { email: 1 }).lean<User>();
    return user?.email;
  }

  async hold(id: string, session: ClientSession): Promise<void> {
    // a write, which conflicts with that of the removal; a read would not
    const { matchedCount } = await this.users.updateOne(
      { _id: id, removingSince: null },
      { $inc: { holds: 1 } },
      { session, timestamps: false },
    );
    if (matchedCount === 0)
      throw new NotSignedIn('This account was removed; sign in again to start with a new one.');
  }
}
