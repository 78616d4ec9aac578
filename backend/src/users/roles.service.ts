import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { Conflict, NotFound } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { withVersion } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { accountEvent } from './account-events.js';
import { actAsAdmin, refuseSelf } from './admin-rule.js';
import { toUserDto, type UserDto } from './user.dto.js';
import { User } from './user.schema.js';

/** Who is an admin. */
@Injectable()
export class RolesService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes a user an admin; one who is stays one.
   * @throws Conflict while their address is not verified: somebody else may have signed up with it. A demo does
   * without.
   */
  async makeAdmin(address: string, caller: Caller): Promise<UserDto> {
    const email = lowerEmail(address);
    const verified = this.config.adminNeedsVerifiedEmail ? { emailVerified: true } : {};
    const user = await inTransaction(this.connection, async (session) => {
      const promoted = await this.users
        .findOneAndUpdate(
          { email, ...verified, role: trusted({ $ne: 'admin' }) },
          { $set: { role: 'admin' }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      if (!promoted) return this.users.findOne({ email }).session(session).lean<User>();
      await this.recordRole(session, promoted, caller);
      return promoted;
    });
    if (!user) throw new NotFound('user');
    if (user.role !== 'admin')
      throw new Conflict('email-not-verified', 'This user has not verified their e-mail address yet.');
    return withVersion(toUserDto(user), user.version);
  }

  /**
   * Makes an admin a customer; one who is stays one. They lose access with their next call.
   * @throws Conflict for the caller themselves, so that one admin always remains
   */
  async removeAdmin(address: string, caller: Caller): Promise<UserDto> {
    const email = lowerEmail(address);
    const user = await inTransaction(this.connection, async (session) => {
      await actAsAdmin(this.users, caller, session);
      const found = await this.users.findOne({ email }).session(session).lean<User>();
      if (!found) throw new NotFound('user');
      await refuseSelf(this.users, caller, found, 'demote');
      if (found.role !== 'admin') return found;
      const demoted = await this.users
        .findOneAndUpdate(
          { _id: found._id },
          // `ADMIN_EMAILS` does not make them one again
          { $set: { role: 'customer', adminGrantSpent: true }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      // nobody else writes it before this transaction ends
      await this.recordRole(session, demoted!, caller);
      return demoted!;
    });
    return withVersion(toUserDto(user), user.version);
  }

  /** Records that a user has another role now. */
  private async recordRole(session: ClientSession, user: User, caller: Caller): Promise<void> {
    const { role } = user;
    const isAdmin = role === 'admin';
    const type = isAdmin ? 'account.promoted' : 'account.demoted';
    this.outbox.emit(session, accountEvent(type, user, { by: 'admin', userId: caller.id }));
    await this.audit.record(session, caller, {
      action: isAdmin ? 'user.promoted' : 'user.demoted',
      entity: 'user',
      entityId: String(user._id),
      label: user.email,
      before: { role: isAdmin ? 'customer' : 'admin' },
      after: { role },
    });
  }
}
