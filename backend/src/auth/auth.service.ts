import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted, type UpdateQuery } from 'mongoose';
import type { Identity } from '../common/access.js';
import { AccountAddresses } from '../common/account-addresses.js';
import { isDuplicateKey } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { InvalidInput, NotAllowed, NotSignedIn } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { searchFieldsOf } from '../lists/search-words.js';
import { CONFIG, type Config } from '../config.js';
import type { EventActor } from '../outbox/domain-events.js';
import { Outbox } from '../outbox/outbox.service.js';
import { accountEvent } from '../users/account-events.js';
import { RemovedIdentity, User } from '../users/user.schema.js';
import { TokensService } from './tokens.service.js';

/** Concurrent first sights of one person need one repeat; more would be an error. */
const ATTEMPTS = 3;

/** How old the note of a person's last visit may become before a sign-in renews it. */
const SEEN_FOR_MS = 3_600_000;

const TAKEN = 'This address belongs to another account.';

@Injectable()
export class AuthService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectModel(User.name) private readonly users: Model<User>,
    @InjectModel(RemovedIdentity.name) private readonly removed: Model<RemovedIdentity>,
    private readonly tokens: TokensService,
    private readonly outbox: Outbox,
    private readonly addresses: AccountAddresses,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  /**
   * Exchanges a verified ID token for the shop's own; the person's first sight makes the user.
   * @throws NotAllowed when the path or a known user is someone else's, InvalidInput when the body names another address
   */
  async exchange(identity: Identity, pathEmail: string, bodyEmail: string): Promise<string> {
    if (lowerEmail(pathEmail) !== identity.email) throw new NotAllowed('The sign-in is of another address.');
    if (lowerEmail(bodyEmail) !== identity.email)
      throw new InvalidInput({ email: 'Send the address that the path names.' });
    const user = await this.userOf(identity);
    await this.grantAdmin(identity);
    return this.tokens.issue(String(user._id));
  }

  private async userOf(identity: Identity): Promise<User> {
    for (let attempt = 1; ; attempt++) {
      try {
        // The user is looked for before the tombstone: a removal writes the tombstone first, so whoever no longer
        // finds the user does find the tombstone.
        const known = await this.users.findOne({ uid: identity.uid }).lean<User>();
        await this.refuseRemoved(identity, known);
        return known ? await this.refresh(known, identity) : await this.create(identity);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Refuses a sign-in made before the person was removed. A fresh one is a new customer's. */
  private async refuseRemoved({ uid, authTime }: Identity, known: User | null): Promise<void> {
    const tombstone = await this.removed.findOne({ uid }).lean<RemovedIdentity>();
    const isOld =
      tombstone &&
      (authTime <= tombstone.lastAuthTime || authTime < Math.floor(tombstone.removedAt.getTime() / 1_000));
    if (isOld || known?.removingSince)
      throw new NotSignedIn('This account was removed; sign in again to start with a new one.');
  }

  private async create(identity: Identity): Promise<User> {
    const { uid, email, name, photo, authTime, emailVerified } = identity;
    const holder = await this.users.findOne({ email }).lean<User>();
    if (holder?.uid === uid) return holder; // made meanwhile by another call of theirs
    if (holder) throw new NotAllowed(TAKEN);
    const user = {
      uid,
      email,
      emailVerified,
      name,
      photo,
      ...searchFieldsOf(name, email),
      lastAuthTime: authTime,
      lastSeenAt: new Date(),
    };
    return inTransaction(this.connection, async (session) => {
      const [document] = await this.users.create([user], { session });
      const created = document!.toObject<User>();
      this.outbox.emit(session, accountEvent('account.created', created, actorOf(created)));
      return created;
    });
  }

  /** Makes an admin of someone on `ADMIN_EMAILS`, once: at the first sign-in with the address verified. */
  private async grantAdmin({ uid, email, emailVerified }: Identity): Promise<void> {
    if (!emailVerified || !this.config.adminEmails.includes(email)) return;
    await inTransaction(this.connection, async (session) => {
      const promoted = await this.users
        .findOneAndUpdate(
          { uid, email, removingSince: null, adminGrantSpent: trusted({ $ne: true }) },
          { $set: { role: 'admin', adminGrantSpent: true }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<User>();
      if (promoted) this.outbox.emit(session, accountEvent('account.promoted', promoted, { by: 'settings' }));
    });
  }

  /** Takes over what changed at the provider: the address, a photo, and a name where there is none yet. */
  private async refresh(
    user: User,
    { email, emailVerified, name, photo, authTime }: Identity,
  ): Promise<User> {
    if (email === user.email && user.emailVerified && !emailVerified)
      throw new NotAllowed('This address was verified before, and is not any more; verify it again.');
    const verifiedNow = emailVerified && !user.emailVerified;
    const changes: Partial<User> = {
      ...(email !== user.email
        ? { email, emailVerified, adminGrantSpent: true }
        : verifiedNow && { emailVerified }),
      ...(user.name === '' && name !== '' && { name }),
      ...(photo !== '' && photo !== user.photo && { photo }),
    };
    if (
      changes.email !== undefined &&
      (await this.users.exists({ email, _id: trusted({ $ne: user._id }) }))
    ) {
      throw new NotAllowed(TAKEN);
    }
    const wasSeen = user.lastSeenAt !== undefined && Date.now() - user.lastSeenAt.getTime() < SEEN_FOR_MS;
    if (Object.keys(changes).length === 0 && authTime <= user.lastAuthTime && wasSeen) return user;
    const lastSeenAt = new Date();
    const update: UpdateQuery<User> = { $max: { lastAuthTime: authTime }, $set: { lastSeenAt } };
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) {
      update.$set = { lastSeenAt, ...changes, ...searchFieldsOf(changes.name ?? user.name, email) };
      update.$inc = { version: 1 };
    }
    return inTransaction(this.connection, async (session) => {
      const refreshed = await this.users
        .findOneAndUpdate({ _id: user._id, removingSince: null }, update, {
          session,
          returnDocument: 'after',
        })
        .lean<User>();
      if (!refreshed)
        throw new NotSignedIn('This account was removed; sign in again to start with a new one.');
      const { _id, email: from, emailVerified: wasVerified } = user;
      // what was confirmed for an address that it never verified may be somebody else's
      if (email !== from && wasVerified)
        await this.addresses.move(session, { id: String(_id), from, to: email, isVerified: emailVerified });
      if (isChanged)
        this.outbox.emit(session, accountEvent('account.updated', refreshed, actorOf(refreshed)));
      return refreshed;
    });
  }
}

/** A person who signs in changes their own account. */
const actorOf = ({ _id, role }: User): EventActor => ({ by: role, userId: String(_id) });
