import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model } from 'mongoose';
import { AuditLog } from '../../audit/audit-log.service.js';
import type { Caller } from '../../common/access.js';
import { InvalidInput, StaleVersion } from '../../common/errors.js';
import { namesVersion } from '../../common/versions.js';
import { inTransaction } from '../../database/transaction.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { CatalogueRevision } from '../../response-cache/catalogue-revision.js';
import { wordsOf } from '../words/words.js';
import { type ReplaceSynonymsDto, type SynonymsDto, toSynonymsDto } from './synonyms.dto.js';
import { SYNONYMS, Synonyms } from './synonyms.schema.js';

type Stored = Pick<Synonyms, 'groups' | 'version'>;

/** As words are compared: `M.2 SSD` and `m.2 ssd` are one. */
const folded = (text: string): string => wordsOf(text).join(' ');

/** Two texts of a group that are one, or a text that two groups have: what it means would be both. */
function synonymErrors(groups: readonly string[][]): Record<string, string> {
  const groupOf = new Map<string, number>();
  const errors: Record<string, string> = {};
  for (const [at, words] of groups.entries())
    for (const text of words) {
      const other = groupOf.get(folded(text));
      if (other !== undefined)
        errors[`groups.${at}.words`] =
          other === at ? `“${text}” is there twice.` : `“${text}” is in another group already.`;
      groupOf.set(folded(text), at);
    }
  return errors;
}

const lineOf = (words: readonly string[]): string => words.join(', ');

/** Reads and replaces the synonyms. */
@Injectable()
export class SynonymEditing {
  constructor(
    @InjectModel(Synonyms.name) private readonly synonyms: Model<Synonyms>,
    @InjectConnection() private readonly connection: Connection,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly revision: CatalogueRevision,
  ) {}

  async read(): Promise<SynonymsDto> {
    return toSynonymsDto(await this.find(null));
  }

  /** @throws InvalidInput, StaleVersion */
  async replace(body: ReplaceSynonymsDto, ifMatch: string, by: Caller): Promise<SynonymsDto> {
    const groups = body.groups.map(({ words }) => words.map((text) => text.trim().replace(/\s+/g, ' ')));
    const errors = synonymErrors(groups);
    if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
    return inTransaction(this.connection, async (session) => {
      this.revision.bump('content', session);
      const before = await this.find(session);
      if (!namesVersion(ifMatch, before.version)) throw new StaleVersion('synonyms');
      const version = before.version + 1;
      await this.synonyms.updateOne(
        { _id: SYNONYMS },
        { $set: { groups, version } },
        { session, upsert: true },
      );
      const [was, is] = [before.groups.map(lineOf), groups.map(lineOf)];
      await this.audit.record(session, by, {
        action: 'synonyms.updated',
        entity: 'synonyms',
        entityId: SYNONYMS,
        label: 'Synonyms',
        before: { removed: was.filter((each) => !is.includes(each)).join('; ') },
        after: { added: is.filter((each) => !was.includes(each)).join('; ') },
      });
      this.outbox.emit(session, {
        type: 'synonyms.updated',
        subject: 'synonyms/all',
        version,
        payload: { groups: groups.length, actor: { by: 'admin', userId: by.id } },
      });
      return toSynonymsDto({ groups, version });
    });
  }

  private async find(session: ClientSession | null): Promise<Stored> {
    return (
      (await this.synonyms.findById(SYNONYMS, null, { session }).lean<Synonyms>()) ?? {
        groups: [],
        version: 0,
      }
    );
  }
}
