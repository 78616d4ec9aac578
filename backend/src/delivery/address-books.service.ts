import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotFound, StaleVersion } from '../common/errors.js';
import { namesVersion, withVersion } from '../common/versions.js';
import { retryIfTaken } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import type { Attempt } from '../idempotency/attempt.js';
import { toAddressDto } from './address.dto.js';
import {
  type AddressBookDto,
  MAX_ADDRESSES,
  type SaveAddressDto,
  toAddressBookDto,
} from './address-book.dto.js';
import { AddressBook, type SavedAddress } from './address-book.schema.js';

const toVersionedDto = (book: AddressBook): AddressBookDto =>
  withVersion(toAddressBookDto(book), book.version);

/** The addresses of accounts. An account has a book from its first address on; an empty one keeps its version. */
@Injectable()
export class AddressBooks implements OnModuleInit {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(AddressBook.name) private readonly books: Model<AddressBook>,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(async ({ id }) => {
      await this.books.deleteOne({ _id: new Types.ObjectId(id) });
    });
  }

  async get(owner: Pick<Caller, 'id'>): Promise<AddressBookDto> {
    return toVersionedDto(await this.find(owner));
  }

  /** @throws Conflict when there are too many */
  async add(address: SaveAddressDto, caller: Caller, attempt: Attempt): Promise<AddressBookDto> {
    return inTransaction(this.connection, async (session) => {
      const book = await this.find(caller, session);
      const { addresses, defaultId } = book;
      // an earlier run of the attempt added it
      if (addresses.some(({ _id }) => _id.equals(attempt.id))) return toVersionedDto(book);
      if (addresses.length >= MAX_ADDRESSES)
        throw new Conflict(
          'too-many-addresses',
          `You have ${MAX_ADDRESSES} addresses; remove one before you add another.`,
        );
      const added = { _id: attempt.id, ...toAddressDto(address) };
      const saved = await this.save(session, book, {
        addresses: [...addresses, added],
        defaultId: address.isDefault ? added._id : (defaultId ?? added._id),
      });
      await attempt.store(saved, session);
      return saved;
    });
  }

  /** @throws NotFound, StaleVersion */
  replace(id: string, address: SaveAddressDto, ifMatch: string, caller: Caller): Promise<AddressBookDto> {
    return this.edit(id, ifMatch, caller, ({ addresses, defaultId }, { _id }) => ({
      addresses: addresses.map((other) =>
        other._id.equals(_id) ? { _id, ...toAddressDto(address) } : other,
      ),
      defaultId: address.isDefault ? _id : defaultId,
    }));
  }

  /** @throws NotFound, StaleVersion */
  remove(id: string, ifMatch: string, caller: Caller): Promise<AddressBookDto> {
    return this.edit(id, ifMatch, caller, ({ addresses, defaultId }, { _id }) => {
      const left = addresses.filter((other) => !other._id.equals(_id));
      return { addresses: left, defaultId: _id.equals(defaultId) ? left[0]?._id : defaultId };
    });
  }

  private edit(
    id: string,
    ifMatch: string,
    caller: Caller,
    change: (book: AddressBook, address: SavedAddress) => Changed,
  ): Promise<AddressBookDto> {
    return inTransaction(this.connection, async (session) => {
      const book = await this.find(caller, session);
      const address = book.addresses.find(({ _id }) => String(_id) === id.toLowerCase());
      if (!address) throw new NotFound('address');
      if (!namesVersion(ifMatch, book.version)) throw new StaleVersion('list of addresses');
      return this.save(session, book, change(book, address));
    });
  }

  private async find({ id }: Pick<Caller, 'id'>, session?: ClientSession): Promise<AddressBook> {
    const _id = new Types.ObjectId(id);
    const book = await this.books
      .findById(_id)
      .session(session ?? null)
      .lean<AddressBook>();
    return book ?? { _id, addresses: [], version: 0 };
  }

  /** Writes what was read in the same transaction, so that of two writes at once one runs again. */
  private async save(
    session: ClientSession,
    { _id }: AddressBook,
    { addresses, defaultId }: Changed,
  ): Promise<AddressBookDto> {
    const saved = await this.books
      .findOneAndUpdate(
        { _id },
        {
          $set: { addresses, ...(defaultId && { defaultId }) },
          ...(!defaultId && { $unset: { defaultId: 1 } }),
          $inc: { version: 1 },
        },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<AddressBook>()
      .catch(retryIfTaken);
    return toVersionedDto(saved);
  }
}

interface Changed {
  addresses: SavedAddress[];
  defaultId: Types.ObjectId | undefined;
}
