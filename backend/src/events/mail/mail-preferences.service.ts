import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { AccountRemoval } from '../../common/account-removal.js';
import { isDuplicateKey } from '../../database/database.js';
import { MAIL_CHOICES, type MailChoice } from './mail-kinds.js';
import type { MailPreferencesDto } from './mail-preferences.dto.js';
import { MailPreferences } from './mail-preferences.schema.js';

/** What admins do not want to be mailed. Their own business: neither versioned nor audited. */
@Injectable()
export class MailPreferencesService implements OnModuleInit {
  constructor(
    @InjectModel(MailPreferences.name) private readonly preferences: Model<MailPreferences>,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id }) => {
      await this.preferences.deleteOne({ _id: id });
    });
  }

  async get(caller: Caller): Promise<MailPreferencesDto> {
    const found = await this.preferences.findById(caller.id).lean<MailPreferences>();
    return toDto(found?.off ?? []);
  }

  async set(off: readonly MailChoice[], caller: Caller): Promise<MailPreferencesDto> {
    const write = () =>
      this.preferences.updateOne({ _id: new Types.ObjectId(caller.id) }, { $set: { off } }, { upsert: true });
    try {
      await write();
    } catch (error) {
      // two first writes at once: the other one made the row
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
    return toDto(off);
  }

  /** Those of some accounts who do not want a kind of mail. */
  async without(choice: MailChoice, accountIds: readonly string[]): Promise<Set<string>> {
    const ids = accountIds.map((id) => new Types.ObjectId(id));
    const found = await this.preferences
      .find({ _id: trusted({ $in: ids }), off: choice }, { _id: 1 })
      .lean<MailPreferences[]>();
    return new Set(found.map(({ _id }) => String(_id)));
  }
}

/** Rows of an earlier version may have choices that nobody has any more. */
const toDto = (off: readonly MailChoice[]): MailPreferencesDto => ({
  off: MAIL_CHOICES.filter((choice) => off.includes(choice)),
});
