import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { Conflict, NotFound } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { withVersion } from '../common/versions.js';
import { inTransaction } from '../database/transaction.js';
import { toUserDto, type UserDto } from './user.dto.js';
import { User } from './user.schema.js';

/** Who is an admin. */
@Injectable()
export class RolesService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes a user an admin; one who is stays one.
   * @throws Conflict while their address is not verified: somebody else may have signed up with it
   */
  async makeAdmin(address: string, caller: Caller): Promise<UserDto> {
    const email = lowerEmail(address);
    const user = await inTransaction(this.connection, async (session) => {
      const promoted = await this.users
        .findOneAndUpdate(
          { email, emailVerified: true, role: trusted({ $ne: 'admin' }) },
          { $set: { role: 'admin' }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      if (!promoted) return this.users.findOne({ email }).session(session).lean<User>();
      await this.audit.record(session, caller, {
        action: 'user.promoted',
        entity: 'user',
        entityId: String(promoted._id),
        label: email,
        before: { role: 'customer' },
        after: { role: 'admin' },
      });
      return promoted;
    });
    if (!user) throw new NotFound('user');
    if (user.role !== 'admin')
      throw new Conflict('email-not-verified', 'This user has not verified their e-mail address yet.');
    return withVersion(toUserDto(user), user.version);
  }
}
