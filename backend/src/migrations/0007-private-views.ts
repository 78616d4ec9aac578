import type { mongo } from 'mongoose';
import { searchFieldsOf } from '../lists/search-words.js';

interface Side {
  isShared?: boolean;
  name?: string;
}

interface Entry {
  _id: mongo.ObjectId;
  entityId: string;
  actor: { id: string; name: string; email: string; apiKey?: { id: string; name: string } };
  before?: Side;
  after?: Side;
}

const isPrivate = (side: Side | undefined): boolean => !side?.isShared;

/** Takes what only their owners see, private views, out of the audit log, which every admin reads. */
export async function removePrivateViewsFromAudit(db: mongo.Db): Promise<void> {
  const entries = db.collection<Entry>('audit_entries');
  const some = { entity: 'saved-view', $or: [{ 'before.isShared': false }, { 'after.isShared': false }] };
  for (const { _id, entityId, actor, before, after } of await entries.find(some).toArray()) {
    const shared = [after, before].find((side) => !isPrivate(side));
    if (!shared) {
      await entries.deleteOne({ _id });
      continue;
    }
    // shared before or since: the private side keeps only that it was private
    const { id, name, email, apiKey } = actor;
    const label = shared.name ?? '';
    const changed = {
      label,
      before: isPrivate(before) ? { isShared: false } : before,
      after: isPrivate(after) ? { isShared: false } : after,
      ...searchFieldsOf(name, email, id, apiKey?.name, apiKey?.id, label, entityId),
    };
    await entries.updateOne({ _id }, { $set: changed });
  }
}
