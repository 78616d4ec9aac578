import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotFound } from '../common/errors.js';
import { isDuplicateKey } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import type { Attempt } from '../idempotency/attempt.js';
import { erasePerson, MAX_NOTES, readNotes } from '../purchases/orders/internal-notes.js';
import { type OrderNoteDto, toOrderNoteDto } from '../purchases/orders/order-detail.dto.js';
import { User } from '../users/user.schema.js';
import { CustomerNote } from './customer-note.schema.js';

/** What admins note about customers. No customer sees it. */
@Injectable()
export class CustomerNotes implements OnModuleInit {
  constructor(
    @InjectModel(CustomerNote.name) private readonly notes: Model<CustomerNote>,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectConnection() private readonly connection: Connection,
    private readonly audit: AuditLog,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => erasePerson(this.notes, id));
  }

  /** The notes about a customer, oldest first. */
  of(customerId: Types.ObjectId): Promise<OrderNoteDto[]> {
    return readNotes(this.notes, { customerId });
  }

  /** Adds a note; the same attempt adds one. @throws NotFound, Conflict when there are too many */
  async add(id: string, text: string, caller: Caller, attempt: Attempt): Promise<OrderNoteDto> {
    const customerId = new Types.ObjectId(id);
    attempt.about.add(String(customerId));
    try {
      return await inTransaction(this.connection, async (session) => {
        // a write, so that a removal that begins meanwhile finds the note
        const customer = await this.users
          .findOneAndUpdate(
            { _id: customerId, removingSince: null },
            { $inc: { holds: 1 } },
            { session, timestamps: false },
          )
          .lean<User>();
        if (!customer) throw new NotFound('customer');
        if ((await this.notes.countDocuments({ customerId }, { session })) >= MAX_NOTES)
          throw new Conflict('too-many-notes', `There are at most ${MAX_NOTES} notes about a customer.`);
        const fields = { customerId, authorId: new Types.ObjectId(caller.id), author: caller.name, text };
        const [note] = await this.notes.create([{ _id: attempt.id, ...fields, at: new Date() }], { session });
        // its text goes with the account
        await this.audit.record(session, caller, {
          action: 'user.note-added',
          entity: 'user',
          entityId: String(customerId),
          label: customer.email,
          after: { note: String(attempt.id) },
        });
        return toOrderNoteDto(note!.toObject<CustomerNote>());
      });
    } catch (error) {
      const made = isDuplicateKey(error) ? await this.notes.findById(attempt.id).lean<CustomerNote>() : null;
      if (made) return toOrderNoteDto(made);
      throw error;
    }
  }
}
