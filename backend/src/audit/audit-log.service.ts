import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { searchFieldsOf } from '../lists/search-words.js';
import { type AuditActor, type AuditedEntity, AuditEntry } from './audit-entry.schema.js';

export interface AuditedChange {
  /** `product.updated`, `order.shipped`, `user.promoted`, `review.hidden`, … */
  action: string;
  entity: AuditedEntity;
  entityId: string;
  /** What people call it: a product's name, an order's number, a user's e-mail. */
  label: string;
  /**
   * The changed fields only, as the API shows them (dollars, not cents). Personal data only of a user's own profile, from which
   * the removal of the user takes it.
   */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** What a removed person is called in the entries about them. */
const FORMER = 'Former customer';

const textsOf = ({ name, email, id, apiKey }: AuditActor) => [name, email, id, apiKey?.name, apiKey?.id];

type Searched = Pick<AuditEntry, 'actor' | 'label' | 'entityId'>;

const searched = ({ actor, label, entityId }: Searched) => searchFieldsOf(...textsOf(actor), label, entityId);

/**
 * Who changed what, when. Entries are added in the transaction of the change, so that neither is there without the other;
 * nothing changes or removes one, but the removal of a person, who is then no longer named in the entries about them.
 * Whoever acted as an admin stays named in what they did.
 */
@Injectable()
export class AuditLog implements OnModuleInit {
  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => this.erase(id));
  }

  /** Records changes in their own transaction; all of them in one command. */
  async record(session: ClientSession, by: Caller, ...changes: AuditedChange[]): Promise<void> {
    const { id, name, email, apiKey } = by;
    const key = apiKey && { apiKey: { id: apiKey.id, name: apiKey.name } };
    const actor: AuditActor = { id, name, email, ...key };
    const { words: actorWords, tokens: actorTokens } = searchFieldsOf(...textsOf(actor));
    const at = new Date();
    await this.entries.insertMany(
      changes.map((change) => ({
        ...change,
        at,
        actor,
        ...searched({ ...change, actor }),
        actorWords,
        actorTokens,
      })),
      { session },
    );
  }

  /** Takes a person's name and profile out of the entries about them; what was done, when and by whom stays. */
  private async erase(userId: string): Promise<void> {
    const about = { entity: 'user', entityId: userId } as const;
    const entries = await this.entries.find(about).lean<AuditEntry[]>();
    for (const { _id, ...entry } of entries) {
      const anonymous = { ...entry, label: FORMER };
      await this.entries.updateOne(
        { _id },
        {
          $set: { label: FORMER, ...searched(anonymous) },
          ...(entry.action === 'user.updated' && { $unset: { before: 1, after: 1 } }),
        },
      );
    }
  }
}
