import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { withinDays } from '../lists/days.js';
import { NotFound } from '../common/errors.js';
import { findAll, findPage, type Sort } from '../lists/find-page.js';
import { type Page } from '../common/paging.js';
import { matchesTokens } from '../lists/search-words.js';
import { AUDITED_ENTITIES, AuditEntry } from './audit-entry.schema.js';
import {
  type AuditEntryDto,
  type AuditQuery,
  type AuditSort,
  type SearchAuditQuery,
  toAuditEntryDto,
} from './audit.dto.js';

const SORTS: Record<AuditSort, Sort> = { newest: ['at', -1], oldest: ['at', 1] };
const ACTOR = { words: 'actorWords', tokens: 'actorTokens' };

function filterOf({ q, person, entity, entityId, action, from, to }: AuditQuery): QueryFilter<AuditEntry> {
  const words = [...matchesTokens(q), ...matchesTokens(person, ACTOR)];
  const at = withinDays(from, to);
  // the indexes of one thing and of one action need no kind
  const isNamed = entityId !== undefined || action !== undefined;
  const kinds = entity ?? (isNamed ? undefined : trusted({ $in: [...AUDITED_ENTITIES] }));
  return {
    ...(kinds && { entity: kinds }),
    ...(entityId !== undefined && { entityId }),
    ...(action !== undefined && { action }),
    ...(at && { at }),
    ...(words.length > 0 && { $and: words }),
  };
}

/** Reads the audit log. */
@Injectable()
export class AuditLists {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  search(query: SearchAuditQuery): Promise<Page<AuditEntryDto>> {
    const sort = SORTS[query.sort ?? 'newest'];
    return findPage(this.entries, filterOf(query), sort, query, toAuditEntryDto);
  }

  async get(id: string): Promise<AuditEntryDto> {
    const entry = await this.entries.findById(id).lean<AuditEntry>();
    if (!entry) throw new NotFound('entry');
    return toAuditEntryDto(entry);
  }

  all(query: AuditQuery) {
    return findAll(this.entries, filterOf(query), SORTS[query.sort ?? 'newest']);
  }
}
