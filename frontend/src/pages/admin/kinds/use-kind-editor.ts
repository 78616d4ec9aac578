import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type ReadKind, useLazyKindToEditQuery, useSaveKindMutation } from '../../../api/kind-admin';
import { asApiError } from '../../../api/problem';
import { useLeaveGuard } from '../../../forms/leave-guard';
import { type Choices, isSameValue } from '../../../forms/merge-edits';
import { useSubmit } from '../../../forms/use-submit';
import { notify } from '../../../ui/notify';
import { mergedKind } from './kind-conflict';
import {
  draftErrors,
  type DraftErrors,
  type KindBody,
  type KindDraft,
  placedErrors,
  toBody,
  toDraft,
} from './kind-draft';

interface Attempt {
  body: KindBody;
  /** The version that it is made on. */
  etag: string;
}

const bodyOf = ({ kind }: ReadKind): KindBody => kind as KindBody;
const NONE: DraftErrors = {};

/** The form of a kind: what was read, what is typed on it, and how it is saved. */
export function useKindEditor(first: ReadKind) {
  const [load] = useLazyKindToEditQuery();
  const [save] = useSaveKindMutation();
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(bodyOf(first)));
  const [errors, setErrors] = useState(NONE);
  /** Another admin's version, and the edit of mine that it refused. */
  const [conflict, setConflict] = useState<{ theirs: ReadKind; mine: KindBody }>();
  /** The draft that is sent: the server's messages are about its places. */
  const sent = useRef(draft);
  const { slug } = first.kind;

  const { submit, busy, refusal, setRefusal } = useSubmit<Attempt, ReadKind>({
    send: ({ body, etag }) => save({ slug, etag, kind: body }).unwrap(),
    showErrors: (found) => {
      setErrors(placedErrors(sent.current, found));
      return true;
    },
    onConflict: async ({ body }) => {
      const { data, error } = await load({ slug });
      if (data) setConflict({ theirs: data, mine: body });
      else setRefusal(asApiError(error).detail);
    },
    onSent: () => setErrors(NONE),
    onDone: (saved): void => {
      follow(saved);
      void notify('success', `The kind ${saved.kind.label} is saved`);
    },
  });
  const isDirty = useMemo(() => !isSameValue(toBody(draft), toBody(toDraft(bodyOf(base)))), [draft, base]);
  const release = useLeaveGuard(isDirty || busy, 'The kind has changes that are not saved.');

  const send = (what: KindDraft, { etag }: ReadKind) => {
    sent.current = what;
    const wrong = draftErrors(what);
    setErrors(wrong);
    setRefusal(undefined);
    if (Object.keys(wrong).length === 0) void submit({ body: toBody(what), etag });
  };
  const follow = (read: ReadKind) => {
    setBase(read);
    setDraft(toDraft(bodyOf(read)));
    setErrors(NONE);
    setConflict(undefined);
  };

  const isBusy = useRef(busy);
  useEffect(() => void (isBusy.current = busy), [busy]);
  /** What is typed while it is being saved would be neither saved nor kept. */
  const change = useCallback((update: (draft: KindDraft) => KindDraft, fields: readonly string[] = []) => {
    if (isBusy.current) return;
    setDraft(update);
    if (fields.length === 0) return;
    const isLeft = (field: string) => !fields.some((one) => field === one || field.startsWith(`${one}.`));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => isLeft(field))));
  }, []);

  return {
    base: base.kind,
    draft,
    /** @param fields whose messages go with what was wrong */
    change,
    errors,
    busy,
    refusal,
    release,
    save: () => send(draft, base),
    conflict,
    before: bodyOf(base),
    /** The saved specifications that the draft is without. */
    removed: toDraft(bodyOf(base)).specs.filter(({ key }) => !draft.specs.some((spec) => spec.key === key)),
    resolve: (choices: Choices) => {
      if (!conflict) return;
      const { theirs, mine } = conflict;
      const merged = mergedKind(bodyOf(base), bodyOf(theirs), mine, choices);
      const next = toDraft(merged, bodyOf(theirs).specs);
      setBase(theirs);
      setDraft(next);
      setConflict(undefined);
      send(next, theirs);
    },
    discard: () => conflict && follow(conflict.theirs),
  };
}

export type KindForm = ReturnType<typeof useKindEditor>;
