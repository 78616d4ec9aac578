import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';
import type { Caller } from '../common/access.js';
import type { IfMatchHeader } from '../common/versions.js';
import { ManagedProducts } from './managed-products.service.js';
import { stateOf } from './product-changes.js';
import { type ManagedProductDto, toManagedDto } from './product-edit.dto.js';
import type { ProductEventType } from './product-events.js';
import { searchFieldsFor } from './product-search.js';
import type { Product } from './product.schema.js';

/** Takes products off sale and back: archives and deletes them, and undoes both. */
@Injectable()
export class ProductStates {
  constructor(private readonly managed: ManagedProducts) {}

  /** Takes a product off sale but keeps it in the admins' list. @throws NotFound */
  archive(id: string, by: Caller): Promise<ManagedProductDto> {
    return this.managed.write('content', async (session) => {
      const before = await this.managed.find(id, session);
      if (before.archived) return toManagedDto(before);
      const { removedAt: _, ...rest } = before;
      const after: Product = { ...rest, archived: true, removedAt: new Date() };
      return toManagedDto(await this.move(session, by, 'product.archived', before, after));
    });
  }

  /** Puts an archived product on sale again. @throws NotFound */
  unarchive(id: string, by: Caller): Promise<ManagedProductDto> {
    return this.managed.write('content', async (session) => {
      const before = await this.managed.find(id, session);
      if (!before.archived) return toManagedDto(before);
      const { archived: _, ...rest } = before;
      return toManagedDto(
        await this.move(session, by, 'product.unarchived', before, { ...rest, removedAt: null }),
      );
    });
  }

  /**
   * Takes a product out of every list. Its SKU and its external id are free for another one.
   *
   * @returns how many were taken: 1
   * @throws NotFound, StaleVersion
   */
  remove(id: string, ifMatch: IfMatchHeader, by: Caller): Promise<number> {
    return this.managed.write('content', async (session) => {
      const before = await this.managed.find(id, session, { ifMatch });
      const { archived, sku, externalId, ...rest } = before;
      const deleted = {
        archived: Boolean(archived),
        ...(sku !== undefined && { sku }),
        ...(externalId !== undefined && { externalId }),
      };
      await this.move(session, by, 'product.deleted', before, { ...rest, removedAt: new Date(), deleted });
      return 1;
    });
  }

  /**
   * Undoes a deletion: the product is on sale or archived, as it was before.
   *
   * @throws NotFound, SkuTaken, ExternalIdTaken when another product has got its number meanwhile
   */
  restore(id: string, by: Caller): Promise<ManagedProductDto> {
    return this.managed.write('content', async (session) => {
      const before = await this.managed.find(id, session, { states: ['deleted'] });
      const { deleted, ...rest } = before;
      const after: Product = {
        ...rest,
        ...(deleted?.archived ? { archived: true } : { removedAt: null }),
        ...(deleted?.sku !== undefined && { sku: deleted.sku }),
        ...(deleted?.externalId !== undefined && { externalId: deleted.externalId }),
      };
      return toManagedDto(await this.move(session, by, 'product.restored', before, after));
    });
  }

  private move(
    session: ClientSession,
    by: Caller,
    action: ProductEventType,
    before: Product,
    after: Product,
  ): Promise<Product> {
    const { removedAt, archived, sku, externalId, deleted } = after;
    const optional = Object.entries({ archived, sku, externalId, deleted });
    const present = optional.filter(([, value]) => value !== undefined);
    const absent = optional.filter(([, value]) => value === undefined);
    const { tokens } = searchFieldsFor(after, stateOf(after));
    const update = {
      $set: { removedAt, tokens, ...Object.fromEntries(present) },
      $unset: Object.fromEntries(absent.map(([name]) => [name, ''])),
      // an edit that was begun before a deletion is stale even if the product is restored
      ...(before.deleted === undefined && deleted && { $inc: { version: 1 } }),
    };
    return this.managed.update(session, by, action, { before, after, update });
  }
}
