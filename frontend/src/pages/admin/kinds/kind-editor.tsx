import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDeleteKindMutation } from '../../../api/admin-api';
import type { SaveSpecDto } from '../../../api/generated-admin';
import type { ReadKind } from '../../../api/kind-admin';
import { ConflictChoices } from '../../../forms/conflict-choices';
import type { FieldValue } from '../../../forms/merge-edits';
import { count } from '../../../lib/format';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input } from '../../../ui/field';
import { PageHead } from '../../../ui/page-head';
import { kindConflict, specVersion } from './kind-conflict';
import type { KindBody } from './kind-draft';
import { partsPath } from './parts-path';
import { SpecList } from './spec-list';
import { type KindForm, useKindEditor } from './use-kind-editor';

const FIELDS = ['label', 'plural', 'group', 'aliases'] as const;

/** One kind: what it is called, and its specifications. Everything is saved at once. */
export function KindEditor({ first }: { first: ReadKind }) {
  const form = useKindEditor(first);
  const { base, draft, change, errors, busy, refusal, conflict } = form;
  const root = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const wrong = draft.specs.filter(({ id }) =>
      Object.keys(errors).some((field) => field.startsWith(`specs.${id}.`)),
    );
    if (wrong.length > 0) setOpen((now) => new Set([...now, ...wrong.map(({ id }) => id)]));
    // messages that came are gone to; those that went are not
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [errors]);
  const shown = useRef(errors);
  useEffect(() => {
    const isMore = Object.keys(errors).length > Object.keys(shown.current).length;
    shown.current = errors;
    if (!isMore) return;
    const wrong = root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'nearest' });
  }, [errors, open]);

  const field = (name: (typeof FIELDS)[number]) => ({
    value: draft[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      change((now) => ({ ...now, [name]: target.value }), [name]),
  });
  return (
    <>
      <Head form={form} />
      {conflict && <Conflict form={form} {...conflict} />}
      <form
        ref={root}
        className="kind"
        aria-label="Kind"
        hidden={conflict !== undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <div className="kind__fields">
          <Input label="Label" hint="What one part is called" required maxLength={60} {...field('label')} />
          <Input label="Plural" hint="What several are called" required maxLength={60} {...field('plural')} />
          <Input
            label="Group"
            hint="What it is listed under, if anything"
            maxLength={60}
            {...field('group')}
          />
          <Input
            label="Other names"
            hint="Texts that mean it in addresses and files, separated by semicolons"
            {...field('aliases')}
          />
        </div>
        <SpecList
          kind={base}
          specs={draft.specs}
          removed={form.removed}
          errors={errors}
          change={change}
          open={open}
          setOpen={setOpen}
        />
        <div className="kind__end">
          {refusal && <Alert tone="bad">{refusal}</Alert>}
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </div>
      </form>
    </>
  );
}

function Head({ form: { base, release } }: { form: KindForm }) {
  const { slug, label, parts, isBuiltIn } = base;
  const [remove] = useDeleteKindMutation();
  const navigate = useNavigate();
  const kept = isBuiltIn
    ? 'It is built in: rules of the shop use it.'
    : parts > 0
      ? `${count(parts)} ${parts === 1 ? 'part is' : 'parts are'} of this kind.`
      : undefined;
  return (
    <PageHead title={label} tab={`Kind: ${label}`} lead={slug}>
      {parts > 0 && (
        <ButtonLink look="secondary" small to={partsPath(slug)}>
          {count(parts)} {parts === 1 ? 'part' : 'parts'}
        </ButtonLink>
      )}
      <ButtonLink look="secondary" small to="/dashboard/kinds">
        All kinds
      </ButtonLink>
      <ConfirmAction
        label="Delete"
        subject={label}
        title={`Delete the kind ${label}?`}
        confirm="Delete"
        disabled={kept !== undefined}
        hint={kept}
        run={async () => {
          await remove({ slug }).unwrap();
          release();
          void navigate('/dashboard/kinds');
        }}
        done={`The kind ${label} is deleted`}
      >
        <p>Its specifications go with it. No part is of this kind.</p>
      </ConfirmAction>
    </PageHead>
  );
}

interface ConflictProps {
  form: KindForm;
  theirs: ReadKind;
  mine: KindBody;
}

function Conflict({ form, theirs, mine }: ConflictProps) {
  const { before, busy, refusal, resolve, discard } = form;
  const show = (field: string, value: FieldValue) => {
    if (field.startsWith('specs.')) {
      const versions = [before, theirs.kind as KindBody, mine].map(({ specs }) =>
        specs.find(({ key }) => `specs.${key}` === field),
      );
      const [spec] = (value ?? []) as SaveSpecDto[];
      return specVersion(versions, spec);
    }
    const text = Array.isArray(value) ? value.join(', ') : ((value as string | undefined) ?? '');
    return text || 'empty';
  };
  return (
    <ConflictChoices
      key={theirs.etag}
      title="Somebody else changed this kind"
      changed={kindConflict(before, theirs.kind as KindBody, mine)}
      busy={busy}
      refusal={refusal}
      show={show}
      onSave={resolve}
      onReload={discard}
    />
  );
}
