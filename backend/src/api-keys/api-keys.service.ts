import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotFound } from '../common/errors.js';
import { findPage, type Sort } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { matchesTokens, searchFieldsOf } from '../lists/search-words.js';
import { CONFIG, type Config } from '../config.js';
import { isDuplicateOf } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { User } from '../users/user.schema.js';
import {
  type ApiKeyDto,
  type ApiKeySort,
  type ApiKeysQuery,
  type CreateApiKeyDto,
  type CreatedApiKeyDto,
  type Owner,
  type SearchApiKeysQuery,
  toApiKeyDto,
} from './api-key.dto.js';
import { ApiKey } from './api-key.schema.js';
import { createKey, hashOf, startOf } from './api-key.js';

/** Keys that are not revoked. */
export const MAX_KEYS = 100;

const SORTS: Record<ApiKeySort, Sort> = { newest: ['createdAt', -1], oldest: ['createdAt', 1] };

function filterOf({ q, revoked }: ApiKeysQuery): QueryFilter<ApiKey> {
  const words = matchesTokens(q);
  return {
    // all by naming each, for the indexes
    revoked: revoked ?? trusted({ $in: [false, true] }),
    ...(words.length > 0 && { $and: words }),
  };
}

const NAME_TAKEN = 'Another active key has this name';

/** Programs' access to the API. Each key acts for the admin who created it, and for nobody once they are no admin. */
@Injectable()
export class ApiKeysService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(ApiKey.name) private readonly keys: Model<ApiKey>,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly audit: AuditLog,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id }) => {
      await this.keys.updateMany(
        { createdBy: new Types.ObjectId(id), revoked: false },
        { $set: { revoked: true, revokedAt: new Date() }, $unset: { nameInUse: 1 } },
      );
    });
  }

  async search(query: SearchApiKeysQuery): Promise<Page<ApiKeyDto>> {
    const page = await findPage(
      this.keys,
      filterOf(query),
      SORTS[query.sort ?? 'newest'],
      query,
      (key) => key,
    );
    const owners = await this.ownersOf(page.items);
    return { ...page, items: page.items.map((key) => toApiKeyDto(key, owners.get(String(key.createdBy)))) };
  }

  /**
   * The response is the only place where the key itself is ever seen, so it is not kept for a repeat of the request either.
   * @throws Conflict when an active key has the name, or there are too many
   */
  async create({ name, scopes, expiresAt }: CreateApiKeyDto, caller: Caller): Promise<CreatedApiKeyDto> {
    const key = createKey(this.config.demo);
    const now = new Date();
    const nameInUse = name.toLowerCase();
    const row = {
      name,
      nameInUse,
      scopes,
      hash: hashOf(key),
      start: startOf(key),
      createdBy: new Types.ObjectId(caller.id),
      createdAt: now,
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
      revoked: false,
      ...searchFieldsOf(name, startOf(key)),
    };
    try {
      const created = await inTransaction(this.connection, async (session) => {
        if ((await this.keys.countDocuments({ revoked: false }).session(session)) >= MAX_KEYS)
          throw new Conflict('too-many-keys', `There are ${MAX_KEYS} keys; revoke one first.`);
        // an expired key gives its name away
        await this.keys.updateOne(
          { nameInUse, expiresAt: trusted({ $lte: now }) },
          { $unset: { nameInUse: 1 } },
          { session },
        );
        const [document] = await this.keys.create([row], { session });
        await this.audit.record(session, caller, {
          action: 'api-key.created',
          entity: 'api-key',
          entityId: String(document!._id),
          label: name,
          after: { name, scopes, expiresAt: row.expiresAt?.toISOString() ?? null, start: row.start },
        });
        return document!.toObject<ApiKey>();
      });
      const { name: owner, email } = caller;
      return Object.assign(toApiKeyDto(created, { name: owner, email, isAdmin: true }), { key });
    } catch (error) {
      if (isDuplicateOf('nameInUse', error))
        throw new Conflict('name-taken', NAME_TAKEN, { errors: { name: NAME_TAKEN } });
      throw error;
    }
  }

  /** Ends a key, with its next call; one that was revoked before stays as it is. @throws NotFound */
  async revoke(id: string, caller: Caller): Promise<ApiKeyDto> {
    const key = await inTransaction(this.connection, async (session) => {
      const revoked = await this.keys
        .findOneAndUpdate(
          { _id: id, revoked: false },
          { $set: { revoked: true, revokedAt: new Date() }, $unset: { nameInUse: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<ApiKey>();
      if (!revoked) return this.keys.findById(id).session(session).lean<ApiKey>();
      await this.audit.record(session, caller, {
        action: 'api-key.revoked',
        entity: 'api-key',
        entityId: id,
        label: revoked.name,
        before: { revoked: false },
        after: { revoked: true },
      });
      return revoked;
    });
    if (!key) throw new NotFound('API key');
    return toApiKeyDto(key, (await this.ownersOf([key])).get(String(key.createdBy)));
  }

  private async ownersOf(keys: ApiKey[]): Promise<Map<string, Owner>> {
    const ids = [...new Set(keys.map(({ createdBy }) => String(createdBy)))];
    const users = await this.users
      .find({ _id: trusted({ $in: ids }), removingSince: null }, { name: 1, email: 1, role: 1 })
      .lean<User[]>();
    return new Map(
      users.map(({ _id, name, email, role }) => [String(_id), { name, email, isAdmin: role === 'admin' }]),
    );
  }
}
