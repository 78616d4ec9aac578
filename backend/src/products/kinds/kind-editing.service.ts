import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model } from 'mongoose';
import { AuditLog } from '../../audit/audit-log.service.js';
import { changedFields } from '../../audit/changed-fields.js';
import type { Caller } from '../../common/access.js';
import { Conflict, InvalidInput, NotFound, StaleVersion } from '../../common/errors.js';
import { namesVersion, withVersion } from '../../common/versions.js';
import { isDuplicateKey } from '../../database/database.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { inTransaction } from '../../database/transaction.js';
import { type Kind, MAX_KINDS, type SpecOption } from '../../kinds/kind.js';
import { KindBook } from '../../kinds/kind-book.js';
import { toKindDto } from '../../kinds/kind.dto.js';
import { KindRecord, toKind } from '../../kinds/kind.schema.js';
import { Kinds } from '../../kinds/kinds.service.js';
import { RESERVED_KEYS } from '../../kinds/shop-kinds.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { CatalogueRevision } from '../../response-cache/catalogue-revision.js';
import { type CreateKindDto, type ReplaceKindDto, toEditedKind } from './kind-edit.dto.js';
import { KindParts } from './kind-parts.service.js';
import type { EditableKindDto, ManagedKindListDto } from './managed-kind.dto.js';
import { kindChange, type KindErrors, kindErrors } from './kind-rules.js';

/** 409: parts have what a change would take away. */
class KindInUse extends Conflict {
  constructor(errors: KindErrors) {
    super('kind-in-use', Object.values(errors).join(' '), { errors });
  }
}

const count = (parts: number): string => `${parts} ${parts === 1 ? 'part' : 'parts'}`;

const refuse = (errors: KindErrors): void => {
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
};

/** `sTR4 (sTR4, also TR4)`. */
const optionText = ({ value, label, aliases }: SpecOption): string =>
  `${value} (${label}${aliases.length > 0 ? `, also ${aliases.join(' / ')}` : ''})`;

/** All of a kind for the audit log, each specification by itself: what is the same in these is no change. */
const auditedFields = ({ label, plural, group, aliases, specs }: Kind): Record<string, unknown> => ({
  label,
  plural,
  group,
  aliases: aliases.join(', '),
  order: specs.map(({ key }) => key).join(', '),
  ...Object.fromEntries(
    specs.map(({ key, options, ...spec }) => [
      `specs.${key}`,
      { ...spec, options: options.map(optionText).join(', ') },
    ]),
  ),
});

/** Adds, changes and removes kinds, with what a change means for their parts. */
@Injectable()
export class KindEditing {
  constructor(
    @InjectModel(KindRecord.name) private readonly records: Model<KindRecord>,
    @InjectConnection() private readonly connection: Connection,
    private readonly kinds: Kinds,
    private readonly parts: KindParts,
    private readonly revision: CatalogueRevision,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  async list(): Promise<ManagedKindListDto> {
    const records = await this.records.find().lean<KindRecord[]>();
    const builtIn = new Set(records.filter(({ isBuiltIn }) => isBuiltIn).map(({ _id }) => _id));
    const listed = await Promise.all(
      new KindBook(records.map(toKind)).all.map(async ({ slug, label, plural, group, specs }) => ({
        slug,
        label,
        plural,
        group,
        isBuiltIn: builtIn.has(slug),
        specs: specs.length,
        parts: await this.parts.count(slug, null),
      })),
    );
    return { kinds: listed };
  }

  /** @throws NotFound */
  async read(slug: string): Promise<EditableKindDto> {
    return this.editable(await this.find(slug, null));
  }

  /** @throws InvalidInput, Conflict when there are too many kinds or one of this slug */
  async create(
    { slug, ...body }: CreateKindDto,
    { isRepeat }: Attempt,
    by: Caller,
  ): Promise<EditableKindDto> {
    const kind = toEditedKind(slug, body);
    const { slug: _id, ...fields } = kind;
    const record = await this.change(async (session) => {
      const book = await this.kinds.read(session);
      const there = book.get(slug);
      // an earlier run of the same attempt has added it
      if (isRepeat && there && isDeepStrictEqual(there, kind)) return this.find(slug, session);
      if (there)
        throw new Conflict('name-taken', `There is a kind ${slug} already.`, {
          errors: { slug: 'There is a kind of this name already.' },
        });
      if (book.all.length >= MAX_KINDS)
        throw new Conflict('too-many-kinds', `There are at most ${MAX_KINDS} kinds.`);
      const owner = book.find(slug);
      refuse({
        ...(owner && { slug: `The kind ${owner.label} is called so.` }),
        ...kindErrors(kind, book),
        ...kindChange({ ...kind, specs: [] }, kind, body, []).errors,
      });
      const [created] = await this.records.create([{ _id, ...fields }], { session });
      await this.record(session, by, 'kind.created', undefined, kind, { version: 0, parts: 0 });
      return created!.toObject();
    });
    return this.editable(record);
  }

  /**
   * Replaces a kind by what a body describes. Parts that have a renamed option get its new value; a change that parts stand in
   * the way of is refused, with their number.
   *
   * @throws NotFound, StaleVersion, InvalidInput, KindInUse
   */
  async replace(slug: string, body: ReplaceKindDto, ifMatch: string, by: Caller): Promise<EditableKindDto> {
    const record = await this.change(async (session) => {
      const before = await this.find(slug, session);
      if (!namesVersion(ifMatch, before.version)) throw new StaleVersion('kind');
      const kind = toEditedKind(slug, body);
      const change = kindChange(toKind(before), kind, body, reservedOf(before));
      refuse({ ...kindErrors(kind, await this.kinds.read(session)), ...change.errors });
      const inUse: KindErrors = {};
      for (const restriction of change.restrictions) {
        const parts = await this.parts.countOf(slug, restriction, session);
        if (parts > 0) inUse[restriction.field] = restriction.message(count(parts));
      }
      if (Object.keys(inUse).length > 0) throw new KindInUse(inUse);
      const { label, plural, group, aliases, specs } = kind;
      const changed = changedFields(auditedFields(toKind(before)), auditedFields(kind));
      if (Object.keys(changed.after).length + Object.keys(changed.before).length === 0) return before;
      const parts = await this.parts.follow(slug, change, session);
      const after = await this.records
        .findOneAndUpdate(
          { _id: slug },
          { $set: { label, plural, group, aliases, specs }, $inc: { version: 1 } },
          { session, returnDocument: 'after' },
        )
        .lean<KindRecord>();
      await this.record(session, by, 'kind.updated', toKind(before), kind, {
        version: after!.version,
        parts,
      });
      return after!;
    });
    return this.editable(record);
  }

  /** @returns how many were removed: 1 @throws NotFound, Conflict for one that parts have or that came with the shop */
  async remove(slug: string, by: Caller): Promise<number> {
    return this.change(async (session) => {
      const before = await this.find(slug, session);
      if (before.isBuiltIn)
        throw new Conflict('kind-in-use', 'Rules of the shop read this kind; it cannot be removed.');
      const parts = await this.parts.count(slug, session);
      if (parts > 0) throw new Conflict('kind-in-use', `${count(parts)} of this kind must be changed first.`);
      await this.parts.release(slug, session);
      await this.records.deleteOne({ _id: slug }, { session });
      const version = before.version + 1;
      await this.record(session, by, 'kind.removed', toKind(before), undefined, { version, parts: 0 });
      return 1;
    });
  }

  private async find(slug: string, session: ClientSession | null): Promise<KindRecord> {
    const record = await this.records.findById(slug, null, { session }).lean<KindRecord>();
    if (!record) throw new NotFound('kind');
    return record;
  }

  private async change<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.connection, (session) => {
        this.revision.bump('content', session);
        return work(session);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw new Conflict('name-taken', 'There is a kind of this name already.');
      throw error;
    }
  }

  private async record(
    session: ClientSession,
    by: Caller,
    action: 'kind.created' | 'kind.updated' | 'kind.removed',
    before: Kind | undefined,
    after: Kind | undefined,
    { version, parts }: { version: number; parts: number },
  ): Promise<void> {
    const { slug, label } = (after ?? before)!;
    const changed = changedFields(before ? auditedFields(before) : {}, after ? auditedFields(after) : {});
    await this.audit.record(session, by, {
      action,
      entity: 'kind',
      entityId: slug,
      label,
      ...(before && { before: changed.before }),
      ...(after && { after: { ...changed.after, ...(parts > 0 && { changedParts: parts }) } }),
    });
    this.outbox.emit(session, {
      type: action,
      subject: `kind/${slug}`,
      version,
      payload: { kind: { slug, label }, changedParts: parts, actor: { by: 'admin', userId: by.id } },
    });
  }

  private async editable(record: KindRecord): Promise<EditableKindDto> {
    const { _id: slug, isBuiltIn, version } = record;
    const [parts, lacking] = await Promise.all([
      this.parts.count(slug, null),
      this.parts.lacking(toKind(record)),
    ]);
    const reservedKeys = [...reservedOf(record)];
    const more = { isBuiltIn, reservedKeys, parts, lacking };
    return withVersion(Object.assign(toKindDto(toKind(record)), more), version);
  }
}

const reservedOf = ({ _id, isBuiltIn }: KindRecord): readonly string[] =>
  isBuiltIn ? (RESERVED_KEYS[_id] ?? []) : [];
