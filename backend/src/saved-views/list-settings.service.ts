import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { isDuplicateKey } from '../database/database.js';
import { type ListSettingsDto, toListSettingsDto } from './saved-view.dto.js';
import { ListSettings } from './saved-view.schema.js';

/** How each admin wants to see each list. Their own business: neither versioned nor audited. */
@Injectable()
export class ListSettingsService implements OnModuleInit {
  constructor(
    @InjectModel(ListSettings.name) private readonly settings: Model<ListSettings>,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id }) => {
      await this.settings.deleteMany({ userId: new Types.ObjectId(id) });
    });
  }

  async get(list: string, { id }: Caller): Promise<ListSettingsDto> {
    const found = await this.settings.findOne({ userId: new Types.ObjectId(id), list }).lean<ListSettings>();
    return toListSettingsDto(found);
  }

  async set(list: string, { columns, density }: ListSettingsDto, { id }: Caller): Promise<ListSettingsDto> {
    const change = {
      $set: { density, ...(columns && { columns }) },
      ...(columns === undefined && { $unset: { columns: 1 } }),
    };
    const write = () =>
      this.settings
        .findOneAndUpdate({ userId: new Types.ObjectId(id), list }, change, {
          upsert: true,
          returnDocument: 'after',
        })
        .lean<ListSettings>();
    try {
      return toListSettingsDto(await write());
    } catch (error) {
      // two first writes at once: the other one made the row
      if (!isDuplicateKey(error)) throw error;
      return toListSettingsDto(await write());
    }
  }
}
