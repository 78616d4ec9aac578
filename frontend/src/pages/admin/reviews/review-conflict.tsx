import { useState } from 'react';
import type { ManagedReviewDto } from '../../../api/generated-admin';
import { asApiError } from '../../../api/problem';
import { reviewAdminApi, type ReadReview } from '../../../api/review-admin';
import { useApiDispatch } from '../../../api/runtime';
import { ConflictChoices } from '../../../forms/conflict-choices';
import { changedFields, type EditedFields, mergedEdit } from '../../../forms/merge-edits';

type Field = 'reply' | 'hiddenReason';
type Edit = Partial<Record<Field, string>>;
const FIELDS: EditedFields<Field> = [
  ['reply', 'Reply of the shop'],
  ['hiddenReason', 'Hidden because'],
];

const fieldsOf = ({ reply, hiddenReason }: ManagedReviewDto) => ({ reply: reply?.text, hiddenReason });

/** Another admin's version of a review, and the edit of mine that it refused. */
type Theirs = ReadReview & { edit: Edit };

export function useReviewConflict(id: string) {
  const dispatch = useApiDispatch();
  const [theirs, setTheirs] = useState<Theirs>();
  return {
    theirs,
    /** Reads their version; returns why it could not be read. */
    show: async (edit: Edit): Promise<string | undefined> => {
      const { data, error } = await dispatch(
        reviewAdminApi.endpoints.reviewToModerate.initiate(id, { subscribe: false, forceRefetch: true }),
      );
      if (data) setTheirs({ ...data, edit });
      return data ? undefined : asApiError(error).detail;
    },
    close: () => setTheirs(undefined),
  };
}

interface ReviewConflictProps {
  /** The version that the edit is based on. */
  before: ManagedReviewDto;
  theirs: Theirs;
  busy: boolean;
  refusal: string | undefined;
  /** @param etag of the version that was shown */
  onSave: (edit: Edit, etag: string) => void;
  onReload: () => void;
}

/** The edit of a review that somebody else has changed meanwhile. */
export function ReviewConflict({ before, theirs, onSave, ...rest }: ReviewConflictProps) {
  const changed = changedFields(FIELDS, fieldsOf(before), fieldsOf(theirs.review), theirs.edit);
  return (
    <ConflictChoices
      key={theirs.etag}
      {...rest}
      title="Somebody else changed this review"
      changed={changed}
      onSave={(choices) =>
        onSave(mergedEdit(fieldsOf(theirs.review), theirs.edit, changed, choices) as Edit, theirs.etag)
      }
    />
  );
}
