import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { NotFound } from '../common/errors.js';
import { AddressBooks } from '../delivery/address-books.service.js';
import { CustomerFiguresService } from '../purchases/lists/customer-figures.service.js';
import { ModerationService } from '../reviews/moderation.service.js';
import { toPersonDto } from '../users/user.dto.js';
import { User } from '../users/user.schema.js';
import { type CustomerDto, NEWEST_REVIEWS, toFigureDtos } from './customer.dto.js';
import { CustomerNotes } from './customer-notes.service.js';

/** Reads what the shop knows of a customer. */
@Injectable()
export class CustomersService {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly figures: CustomerFiguresService,
    private readonly addresses: AddressBooks,
    private readonly notes: CustomerNotes,
    private readonly reviews: ModerationService,
  ) {}

  /** @throws NotFound also for an account that is being removed */
  async get(id: string): Promise<CustomerDto> {
    const user = await this.users.findOne({ _id: id, removingSince: null }).lean<User>();
    if (!user) throw new NotFound('customer');
    const userId = new Types.ObjectId(user._id);
    const [figures, { addresses }, notes, reviews] = await Promise.all([
      this.figures.of(userId),
      this.addresses.get({ id: String(userId) }),
      this.notes.of(userId),
      this.reviews.newestOf(userId, NEWEST_REVIEWS),
    ]);
    return { account: toPersonDto(user), ...toFigureDtos(figures), addresses, notes, reviews };
  }
}
