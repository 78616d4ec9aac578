import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AccountDirectory } from '../purchases/account-directory.js';
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
}
