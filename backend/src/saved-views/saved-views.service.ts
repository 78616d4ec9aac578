import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, type QueryFilter, Types } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import { changedFields } from '../audit/changed-fields.js';
import type { Caller } from '../common/access.js';
import { AccountRemoval } from '../common/account-removal.js';
import { Conflict, NotAllowed, NotFound, StaleVersion } from '../common/errors.js';
import { matchingVersion, withVersion } from '../common/versions.js';
import { isDuplicateOf } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import {
  type CreateSavedViewDto,
  type EditSavedViewDto,
  type SavedViewDto,
  toSavedViewDto,
} from './saved-view.dto.js';
import { SavedView } from './saved-view.schema.js';

/** Of one list: each admin's own, and as many shared ones. */
export const MAX_VIEWS = 100;

const fieldsOf = ({ name, isShared, query, columns }: EditSavedViewDto) => ({
  name,
  isShared,
  query,
  ...(columns && { columns }),
});

/** What the audit log holds of a view: nothing of a private one, since all admins read the log. */
const audited = (view: SavedView | undefined): Record<string, unknown> =>
  view?.isShared ? { list: view.list, ...fieldsOf(view) } : { isShared: view && false };

@Injectable()
export class SavedViewsService implements OnModuleInit {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(SavedView.name) private readonly views: Model<SavedView>,
    private readonly audit: AuditLog,
    private readonly removal: AccountRemoval,
  ) {}

  onModuleInit(): void {
    this.removal.onRemoval(({ id }) => this.erase(id));
  }

  /** The caller's own views of a list, then those that others share, each by name. */
  async list(list: string, { id }: Caller): Promise<SavedViewDto[]> {
    const ownerId = new Types.ObjectId(id);
    const read = (filter: QueryFilter<SavedView>, most: number) =>
      this.views.find(filter).sort({ name: 1 }).limit(most).lean<SavedView[]>();
    const [own, shared] = await Promise.all([
      read({ ownerId, list }, MAX_VIEWS),
      read({ list, isShared: true }, 2 * MAX_VIEWS),
    ]);
    const others = shared.filter((view) => !view.ownerId?.equals(ownerId)).slice(0, MAX_VIEWS);
    return [...own, ...others].map((view) => toSavedViewDto(view, id));
  }

  async get(id: string, caller: Caller): Promise<SavedViewDto> {
    const view = await this.visible(id, caller);
    return withVersion(toSavedViewDto(view, caller.id), view.version);
  }

  /** @throws Conflict when the caller has a view of this name, or too many */
  create({ list, ...fields }: CreateSavedViewDto, caller: Caller): Promise<SavedViewDto> {
    const ownerId = new Types.ObjectId(caller.id);
    return this.nameTaken(() =>
      inTransaction(this.connection, async (session) => {
        const own = await this.views.countDocuments({ ownerId, list }).session(session);
        if (own >= MAX_VIEWS)
          throw new Conflict('too-many-views', `You have ${MAX_VIEWS} views of this list; remove one first.`);
        const row = { ...fieldsOf(fields), list, ownerId, ownerName: caller.name };
        const [created] = await this.views.create([row], { session });
        const view = created!.toObject<SavedView>();
        await this.record(session, caller, 'saved-view.created', undefined, view);
        return withVersion(toSavedViewDto(view, caller.id), view.version);
      }),
    );
  }

  /** @throws NotFound, NotAllowed for another's view, StaleVersion, Conflict for a name that is taken */
  edit(id: string, fields: EditSavedViewDto, ifMatch: string, caller: Caller): Promise<SavedViewDto> {
    return this.nameTaken(() =>
      inTransaction(this.connection, async (session) => {
        const before = await this.editable(id, caller, session);
        const { columns, ...rest } = fieldsOf(fields);
        const view = await this.views
          .findOneAndUpdate(
            { _id: before._id, ...matchingVersion(ifMatch) },
            {
              $set: { ...rest, ...(columns && { columns }) },
              ...(columns === undefined && { $unset: { columns: 1 } }),
              $inc: { version: 1 },
            },
            { session, returnDocument: 'after' },
          )
          .lean<SavedView>();
        if (!view) throw new StaleVersion('view');
        await this.record(session, caller, 'saved-view.updated', before, view);
        return withVersion(toSavedViewDto(view, caller.id), view.version);
      }),
    );
  }

  /** @throws NotFound, NotAllowed for another's view */
  remove(id: string, caller: Caller): Promise<number> {
    return inTransaction(this.connection, async (session) => {
      const view = await this.editable(id, caller, session);
      const { deletedCount } = await this.views.deleteOne({ _id: view._id }, { session });
      if (deletedCount) await this.record(session, caller, 'saved-view.removed', view, undefined);
      return deletedCount;
    });
  }

  /** Records a change of what other admins see; the views that only their owner sees are their own business. */
  private async record(
    session: ClientSession,
    caller: Caller,
    action: string,
    before: SavedView | undefined,
    after: SavedView | undefined,
  ): Promise<void> {
    const shared = [after, before].find((view) => view?.isShared);
    if (!shared) return;
    const changed = changedFields(audited(before), audited(after));
    await this.audit.record(session, caller, {
      action,
      entity: 'saved-view',
      entityId: String(shared._id),
      // of one that becomes private, the name that others knew
      label: shared.name,
      ...(before && { before: changed.before }),
      ...(after && { after: changed.after }),
    });
  }

  /** Others' private views are as if they were not there. */
  private async visible(id: string, caller: Caller, session?: ClientSession): Promise<SavedView> {
    const view = await this.views
      .findById(id)
      .session(session ?? null)
      .lean<SavedView>();
    if (!view || !(view.isShared || String(view.ownerId) === caller.id)) throw new NotFound('view');
    return view;
  }

  private async editable(id: string, caller: Caller, session: ClientSession): Promise<SavedView> {
    const view = await this.visible(id, caller, session);
    if (!toSavedViewDto(view, caller.id).canEdit)
      throw new NotAllowed('Only its owner may change a view; save your own instead.');
    return view;
  }

  private async nameTaken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isDuplicateOf('name', error))
        throw new Conflict('name-taken', 'You have a view of this name already.');
      throw error;
    }
  }

  /** What others use stays and is nobody's; the rest goes. */
  private async erase(userId: string): Promise<void> {
    const ownerId = new Types.ObjectId(userId);
    await this.views.deleteMany({ ownerId, isShared: false });
    await this.views.updateMany({ ownerId }, { $unset: { ownerId: 1, ownerName: 1 }, $inc: { version: 1 } });
  }
}
