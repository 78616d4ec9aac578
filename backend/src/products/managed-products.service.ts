import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, trusted } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { NotFound, StaleVersion } from '../common/errors.js';
import { etagOf, type IfMatchHeader, matchingVersion } from '../common/versions.js';
import { isDuplicateOf } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { type CatalogueChange, CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { auditedChange, ExternalIdTaken, SkuTaken, stateOf } from './product-changes.js';
import type { ProductState } from './product-edit.dto.js';
import { productEvent, type ProductEventType } from './product-events.js';
import { Product } from './product.schema.js';

const LISTED: readonly ReturnType<typeof stateOf>[] = ['on-sale', 'archived'];

/** What all admins' changes of products share: the transaction, its audit entry and event, and how a product is read in it. */
@Injectable()
export class ManagedProducts {
  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    @InjectConnection() private readonly connection: Connection,
    private readonly revision: CatalogueRevision,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs a change in a transaction.
   *
   * @throws SkuTaken, ExternalIdTaken when it sets a number that another product has
   */
  async write<T>(change: CatalogueChange, work: (session: ClientSession) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.connection, (session) => {
        this.revision.bump(change, session);
        return work(session);
      });
    } catch (error) {
      throw numberTaken(error) ?? error;
    }
  }

  /**
   * Reads a product in one of some states: unless told otherwise, one that was not deleted.
   *
   * @throws NotFound, StaleVersion
   */
  async find(
    id: string,
    session: ClientSession | null,
    {
      ifMatch,
      states = LISTED,
    }: { ifMatch?: IfMatchHeader; states?: readonly (ProductState | 'deleted')[] } = {},
  ): Promise<Product> {
    const read = (condition: object) =>
      this.products.findOne({ _id: id, ...condition }, null, { session }).lean<Product>();
    const product = await read({});
    if (!product || !states.includes(stateOf(product))) throw new NotFound('product');
    if (ifMatch !== undefined && !(await read(matchingVersion(ifMatch)))) throw new StaleVersion('product');
    return product;
  }

  /** Updates a product that was read in the same transaction, and records the change. Returns it as it is then. */
  async update(
    session: ClientSession,
    by: Caller,
    action: ProductEventType,
    { before, after, update }: { before: Product; after: Product; update: Record<string, object> },
    more?: Record<string, unknown>,
  ): Promise<Product> {
    const updated = await this.products
      .findOneAndUpdate(sameVersion(before), counted(update), { returnDocument: 'after', session })
      .lean<Product>();
    if (!updated) throw new StaleVersion('product');
    await this.audit.record(session, by, auditedChange(action, before, after, more));
    this.outbox.emit(session, productEvent(action, updated, by));
    return updated;
  }

  /** Records changes of products whose writes, `counted`, are somebody else's. */
  async record(
    session: ClientSession,
    by: Caller,
    ...changes: Parameters<AuditLog['record']>[2][]
  ): Promise<void> {
    await this.audit.record(session, by, ...changes);
    const ids = trusted({ $in: changes.map(({ entityId }) => entityId) });
    const changed = await this.products.find({ _id: ids }, null, { session }).lean<Product[]>();
    const byId = new Map(changed.map((product) => [String(product._id), product]));
    for (const { action, entityId } of changes)
      this.outbox.emit(session, productEvent(action as ProductEventType, byId.get(entityId)!, by));
  }
}

/** An update that counts as a change, which an event tells of. */
export const counted = ({ $inc, ...update }: Record<string, object>): Record<string, object> => ({
  ...update,
  $inc: { ...$inc, changes: 1 },
});

/** The filter of a product that nobody has edited since it was read. */
export const sameVersion = ({ _id, version }: Product) => ({ _id, ...matchingVersion(etagOf(version)) });

/** 409 for a write that was refused because another product has the number; undefined for any other error. */
export function numberTaken(error: unknown): SkuTaken | ExternalIdTaken | undefined {
  if (isDuplicateOf('externalId', error)) return new ExternalIdTaken();
  const { keyValue } = error as { keyValue?: { sku?: string } };
  return isDuplicateOf('sku', error) ? new SkuTaken(keyValue?.sku) : undefined;
}
