import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import { AuditLog } from '../../audit/audit-log.service.js';
import type { Caller } from '../../common/access.js';
import { AccountRemoval } from '../../common/account-removal.js';
import { Conflict, NotFound } from '../../common/errors.js';
import { isDuplicateKey } from '../../database/database.js';
import { inTransaction } from '../../database/transaction.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { erasePerson, MAX_NOTES, readNotes } from './internal-notes.js';
import { OrderNote } from './order-note.schema.js';
import { type OrderNoteDto, toOrderNoteDto } from './order-detail.dto.js';
import { Order } from './order.schema.js';

/** What admins note about orders. No customer sees it. */
@Injectable()
export class OrderNotes implements OnModuleInit {
  constructor(
    @InjectModel(OrderNote.name) private readonly notes: Model<OrderNote>,
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly audit: AuditLog,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => erasePerson(this.notes, id));
  }

  /** The notes of an order, oldest first. */
  of(orderId: Types.ObjectId): Promise<OrderNoteDto[]> {
    return readNotes(this.notes, { orderId });
  }

  /**
   * Adds a note; the same attempt adds one. It makes a new version of the order, so that whoever acts on what they read learns
   * of it.
   */
  async add(id: string, text: string, caller: Caller, attempt: Attempt): Promise<OrderNoteDto> {
    const orderId = new Types.ObjectId(id);
    const authorId = new Types.ObjectId(caller.id);
    try {
      return await inTransaction(this.connection, async (session) => {
        const order = await this.orders
          .findById(orderId, { userId: 1, number: 1 }, { session })
          .lean<Order>();
        if (!order) throw new NotFound('order');
        const { userId } = order;
        attempt.about.add(String(userId));
        await this.orders.updateOne({ _id: orderId, userId }, { $inc: { version: 1 } }, { session });
        if ((await this.notes.countDocuments({ orderId }, { session })) >= MAX_NOTES)
          throw new Conflict('too-many-notes', `An order has at most ${MAX_NOTES} notes.`);
        const fields = { orderId, customerId: userId, authorId, author: caller.name, text };
        const [note] = await this.notes.create([{ _id: attempt.id, ...fields, at: new Date() }], { session });
        // its text stays with the order, and goes with it
        await this.audit.record(session, caller, {
          action: 'order.note-added',
          entity: 'order',
          entityId: id,
          label: order.number,
          after: { note: String(attempt.id) },
        });
        return toOrderNoteDto(note!.toObject<OrderNote>());
      });
    } catch (error) {
      const made = isDuplicateKey(error) ? await this.notes.findById(attempt.id).lean<OrderNote>() : null;
      if (made) {
        attempt.about.add(String(made.customerId));
        return toOrderNoteDto(made);
      }
      throw error;
    }
  }
}
