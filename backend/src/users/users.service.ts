import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { NotFound, StaleVersion } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { findAll, findNewest, findPage, type Sort } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { type IfMatchHeader, matchingVersion, withVersion } from '../common/versions.js';
import { matchesTokens, searchFieldsOf } from '../lists/search-words.js';
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

@Injectable()
export class UsersService {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

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
   * Changes the profile.
   * @throws StaleVersion when `ifMatch` names another version than the current one
   */
  async update(
    email: string,
    { name, phone, education, linkedIn }: UpdateUserDto,
    ifMatch?: IfMatchHeader,
  ): Promise<UserDto> {
    const address = lowerEmail(email);
    const changed = await this.users
      .findOneAndUpdate(
        { email: address, ...matchingVersion(ifMatch) },
        {
          $set: { name, phone, education, linkedIn, ...searchFieldsOf(name, address) },
          $inc: { version: 1 },
        },
        { returnDocument: 'after' },
      )
      .lean<User>();
    if (changed) return toVersionedDto(changed);
    await this.find(email);
    throw new StaleVersion('profile');
  }

  private async find(email: string): Promise<User> {
    const user = await this.users.findOne({ email: lowerEmail(email) }).lean<User>();
    if (!user) throw new NotFound('user');
    return user;
  }
}
