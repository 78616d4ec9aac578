import { Checkbox, Form, Input } from 'antd';
import { useId, useState } from 'react';
import {
  adminApi,
  useCreateSavedViewMutation,
  useRemoveSavedViewMutation,
  useUpdateSavedViewMutation,
} from '../api/admin-api';
import { asApiError } from '../api/problem';
import { useApiDispatch } from '../api/runtime';
import type { SavedView } from '../api/types';
import { ConflictChoices } from '../forms/conflict-choices';
import {
  changedFields,
  fieldText,
  mergedEdit,
  type EditedFields,
  type FieldValue,
} from '../forms/merge-edits';
import { useAdminForm } from '../ui-admin/use-admin-form';
import { notify } from '../ui/notify';
import { Button } from '../ui/button';
import { Alert, Tag } from '../ui/feedback';
import { viewQuery } from './list-url';
import { PanelButton } from './panel-button';
import type { ColumnChoice } from './use-columns';
import type { ListControl } from './use-list';

interface ViewPanelProps {
  list: string;
  table: ListControl;
  columns: ColumnChoice;
}

/** Saved views of a list: to open, to save what is shown now, to change and to remove. */
export function ViewPanel({ list, table, columns }: ViewPanelProps) {
  const { view, views } = columns;
  const apply = (one: SavedView, close: () => void) => {
    table.apply({ ...Object.fromEntries(new URLSearchParams(one.query)), view: one._id });
    close();
  };
  return (
    <PanelButton label={view ? `View: ${view.name}` : 'Views'}>
      {(close) => (
        <>
          {views.length === 0 && <p className="muted">No views are saved yet.</p>}
          <ul className="views" aria-label="Saved views">
            {views.map((one) => (
              <ViewRow
                key={one._id}
                view={one}
                isOpen={one._id === view?._id}
                onOpen={() => apply(one, close)}
                onRemoved={() => one._id === view?._id && table.apply({})}
              />
            ))}
          </ul>
          {view?.canEdit && (
            <SaveView key={view._id} list={list} table={table} columns={columns} view={view} />
          )}
          <SaveView list={list} table={table} columns={columns} />
        </>
      )}
    </PanelButton>
  );
}

interface ViewRowProps {
  view: SavedView;
  isOpen: boolean;
  onOpen: () => void;
  onRemoved: () => void;
}

function ViewRow({ view, isOpen, onOpen, onRemoved }: ViewRowProps) {
  const [remove, { isLoading }] = useRemoveSavedViewMutation();
  const [asked, setAsked] = useState(false);
  const act = async () => {
    try {
      await remove({ id: view._id }).unwrap();
      void notify('success', `The view ${view.name} is removed`);
      onRemoved();
    } catch (error) {
      void notify('error', asApiError(error).detail);
    }
  };
  return (
    <li className="views__row">
      <button type="button" className="row-link" aria-current={isOpen || undefined} onClick={onOpen}>
        {view.name}
      </button>
      {view.isShared && <Tag plain>{view.canEdit ? 'Shared' : `By ${view.owner ?? 'a former admin'}`}</Tag>}
      {view.canEdit && (
        <Button
          look="quiet"
          small
          busy={isLoading}
          aria-label={`${asked ? 'Really remove' : 'Remove'} the view ${view.name}`}
          onBlur={() => setAsked(false)}
          onClick={() => (asked ? void act() : setAsked(true))}
        >
          {asked ? 'Really remove' : 'Remove'}
        </Button>
      )}
    </li>
  );
}

interface SaveViewProps extends ViewPanelProps {
  /** The one to change; without it, a new one. */
  view?: SavedView;
}

/** What is saved of a view; `query` and `columns` are those of the list as it is shown now. */
type Fields = Pick<SavedView, 'name' | 'isShared' | 'query' | 'columns'>;
const FIELDS = [
  ['name', 'Name'],
  ['isShared', 'All admins see it'],
  ['query', 'Filters and sort'],
  ['columns', 'Columns'],
] as const satisfies EditedFields<keyof Fields>;

const asEdited = ({ name, isShared, query, columns }: Fields) => ({
  name,
  isShared,
  query,
  columns: columns?.join(', '),
});

function SaveView({ list, table, columns, view }: SaveViewProps) {
  const id = useId();
  const dispatch = useApiDispatch();
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  /** The version that was there when the form was opened, whatever is saved meanwhile. */
  const [base, setBase] = useState(view);
  const [conflict, setConflict] = useState<{ theirs: SavedView; mine: Fields }>();
  const show = (saved: SavedView) =>
    table.apply({ ...Object.fromEntries(new URLSearchParams(saved.query)), view: saved._id });
  const follow = (saved: SavedView) => {
    setConflict(undefined);
    setBase(saved);
    form.setFieldsValue({ name: saved.name, isShared: saved.isShared });
  };

  const { form, busy, refusal, setRefusal, setDirty, submit, props } = useAdminForm({
    leaving: 'The view is not saved.',
    toBody: ({ name, isShared }: Pick<Fields, 'name' | 'isShared'>): { fields: Fields; on?: SavedView } => ({
      fields: {
        name,
        isShared,
        query: viewQuery(table.state),
        ...(columns.chosen && { columns: [...columns.chosen] }),
      },
      on: base,
    }),
    send: ({ fields, on }) =>
      on
        ? update({ id: on._id, 'If-Match': `"${on.version}"`, editSavedViewDto: fields }).unwrap()
        : create({ createSavedViewDto: { list, ...fields } }).unwrap(),
    problemOf: (error) => {
      const problem = asApiError(error);
      return problem.code === 'name-taken' ? { ...problem, errors: { name: problem.detail } } : problem;
    },
    onDone: (saved): void => {
      void notify('success', `The view ${saved.name} is saved`);
      if (view) follow(saved);
      else form.resetFields();
      show(saved);
    },
    onConflict: async ({ fields }): Promise<void> => {
      const read = adminApi.endpoints.getSavedView.initiate(
        { id: view?._id ?? '' },
        { subscribe: false, forceRefetch: true },
      );
      const { data, error } = await dispatch(read);
      if (data) setConflict({ theirs: data, mine: fields });
      else setRefusal(asApiError(error).detail);
    },
  });

  if (conflict && base) {
    const { theirs, mine } = conflict;
    const changed = changedFields(FIELDS, asEdited(base), asEdited(theirs), asEdited(mine));
    return (
      <ConflictChoices
        key={theirs.version}
        title="Somebody else changed this view"
        changed={changed}
        busy={busy}
        refusal={refusal}
        show={showField}
        onSave={(choices) => {
          const kept = mergedEdit(asEdited(theirs), asEdited(mine), changed, choices);
          const mineKept = Object.fromEntries(Object.entries(mine).filter(([field]) => field in kept));
          const { name, isShared, query, columns: shown } = { ...theirs, ...mineKept };
          void submit({ fields: { name, isShared, query, ...(shown && { columns: shown }) }, on: theirs });
        }}
        onReload={() => {
          setDirty(false);
          follow(theirs);
          show(theirs);
        }}
      />
    );
  }
  return (
    <Form
      {...props}
      name={view ? 'view' : 'new-view'}
      className="views__form"
      aria-labelledby={id}
      initialValues={{ name: view?.name ?? '', isShared: view?.isShared ?? false }}
    >
      <h3 id={id}>{view ? 'Change this view' : 'Save a new view'}</h3>
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Name is Required' }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="isShared" valuePropName="checked">
        <Checkbox>All admins see it</Checkbox>
      </Form.Item>
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <Button type="submit" small look={view ? 'secondary' : 'primary'} busy={busy}>
        {view ? 'Save filters and columns' : 'Save view'}
      </Button>
    </Form>
  );
}

function showField(field: string, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === undefined) return field === 'columns' ? 'the list’s own' : 'empty';
  if (field !== 'query') return fieldText(value);
  const parts = [...new URLSearchParams(fieldText(value))].map(([name, text]) => `${name}: ${text}`);
  return parts.join(', ') || 'none';
}
