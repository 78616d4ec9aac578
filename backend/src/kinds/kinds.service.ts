import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { NotFound, WriteConflict } from '../common/errors.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { KindBook } from './kind-book.js';
import { type KindDto, type KindListDto, toKindDto } from './kind.dto.js';
import { KindRecord, toKind } from './kind.schema.js';

/** Reads the kinds. They are few and change seldom: each process keeps them as long as nothing of the catalogue changes. */
@Injectable()
export class Kinds {
  private kept: { revision: string; book: Promise<KindBook> } | undefined;

  constructor(
    @InjectModel(KindRecord.name) private readonly kinds: Model<KindRecord>,
    private readonly revision: CatalogueRevision,
  ) {}

  /** The kinds for what is shown: those of the catalogue's revision, up to a second old. */
  async current(): Promise<KindBook> {
    const revision = await this.revision.seenWrites('content');
    if (this.kept?.revision !== revision) {
      const kept = { revision, book: this.read(null) };
      this.kept = kept;
      kept.book.catch(() => {
        if (this.kept === kept) this.kept = undefined;
      });
    }
    return this.kept.book;
  }

  /** The kinds as they are now, for what is decided. */
  async read(session: ClientSession | null): Promise<KindBook> {
    return new KindBook((await this.kinds.find({}, null, { session }).lean<KindRecord[]>()).map(toKind));
  }

  /**
   * Takes part in the transaction of a write of specifications' values, so that it and an edit of their kinds come one after the
   * other.
   *
   * @throws WriteConflict for a kind that was removed meanwhile
   */
  async claim(slugs: Iterable<string>, session: ClientSession): Promise<void> {
    for (const _id of [...new Set(slugs)].toSorted()) {
      const { matchedCount } = await this.kinds.updateOne(
        { _id },
        { $inc: { writes: 1 } },
        { session, timestamps: false },
      );
      if (matchedCount === 0) throw new WriteConflict();
    }
  }

  async list(): Promise<KindListDto> {
    return { kinds: (await this.current()).all.map(toKindDto) };
  }

  /** @param name a slug, or another name of the kind @throws NotFound */
  async get(name: string): Promise<KindDto> {
    const kind = (await this.current()).find(name);
    if (!kind) throw new NotFound('kind');
    return toKindDto(kind);
  }
}
