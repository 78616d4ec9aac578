import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, type QueryFilter, trusted } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import { changedFields } from '../audit/changed-fields.js';
import type { Caller } from '../common/access.js';
import { NotFound, StaleVersion } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { findAll, findNewest, findPage, type Sort } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { type IfMatchHeader, matchingVersion, withVersion } from '../common/versions.js';
import { matchesTokens, searchFieldsOf } from '../lists/search-words.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { accountEvent } from './account-events.js';
import {
  type AdminDto,
  type PersonDto,
  type SearchUsersQuery,
  toPersonDto,
  toUserDto,
  type UpdateUserDto,
  type UserDto,
  type UserSort,
  type UsersQuery,
} from './user.dto.js';
import { type Role, ROLES, User } from './user.schema.js';

const SORTS: Record<UserSort, Sort> = { newest: ['createdAt', -1], oldest: ['createdAt', 1] };

/** Users of a role; all of them by naming each, for the indexes. */
const ofRole = (role?: Role): QueryFilter<User> => ({ role: role ?? trusted({ $in: [...ROLES] }) });

function filterOf({ q, role }: UsersQuery): QueryFilter<User> {
  const words = matchesTokens(q);
  return { ...ofRole(role), ...(words.length > 0 && { $and: words }) };
}

const toVersionedDto = (user: User): UserDto => withVersion(toUserDto(user), user.version);

/** What the audit log holds of a profile. */
const audited = ({ name, phone, education, linkedIn }: User) => ({ name, phone, education, linkedIn });

@Injectable()
export class UsersService {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  newest(limit?: number): Promise<{ rows: UserDto[]; total: number }> {
    return findNewest(this.users, ofRole(), limit, toUserDto);
  }

  search(query: SearchUsersQuery): Promise<Page<PersonDto>> {
    return findPage(this.users, filterOf(query), SORTS[query.sort ?? 'newest'], query, toPersonDto);
  }

  /** Everybody of a search, for an export. */
  all(query: UsersQuery) {
    return findAll(this.users, filterOf(query), SORTS[query.sort ?? 'newest']);
  }

  async get(email: string): Promise<UserDto> {
    return toVersionedDto(await this.find(email));
  }

  async checkAdmin(email: string): Promise<AdminDto> {
    return { admin: (await this.find(email)).role === 'admin' };
  }

  /**
   * Changes the profile; what an admin changes of somebody else's is in the audit log.
   * @throws StaleVersion when `ifMatch` names another version than the current one
   */
  update(
    email: string,
    { name, phone, education, linkedIn }: UpdateUserDto,
    ifMatch: IfMatchHeader,
    caller: Caller,
  ): Promise<UserDto> {
    return inTransaction(this.connection, async (session) => {
      const before = await this.find(email, session);
      const given = Object.entries({ name, phone, education, linkedIn }).filter(
        ([, value]) => value !== undefined,
      );
      const after = await this.users
        .findOneAndUpdate(
          { _id: before._id, ...matchingVersion(ifMatch) },
          {
            $set: { ...Object.fromEntries(given), ...searchFieldsOf(name ?? before.name, before.email) },
            $inc: { version: 1 },
          },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      if (!after) throw new StaleVersion('profile');
      const isOwn = String(before._id) === caller.id;
      const actor = { by: isOwn ? 'customer' : 'admin', userId: caller.id };
      this.outbox.emit(session, accountEvent('account.updated', after, actor));
      if (!isOwn)
        await this.audit.record(session, caller, {
          action: 'user.updated',
          entity: 'user',
          entityId: String(before._id),
          label: before.email,
          ...changedFields(audited(before), audited(after)),
        });
      return toVersionedDto(after);
    });
  }

  private async find(email: string, session: ClientSession | null = null): Promise<User> {
    const user = await this.users
      .findOne({ email: lowerEmail(email) })
      .session(session)
      .lean<User>();
    if (!user) throw new NotFound('user');
    return user;
  }
}
