import { useId, useState, type FormEvent } from 'react';
import {
  useCreateSavedViewMutation,
  useRemoveSavedViewMutation,
  useUpdateSavedViewMutation,
} from '../api/account-api';
import { asApiError } from '../api/problem';
import type { SavedView } from '../api/types';
import { notify } from '../ui/notify';
import { Button } from '../ui/button';
import { Alert, Tag } from '../ui/feedback';
import { Input } from '../ui/field';
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

function SaveView({ list, table, columns, view }: SaveViewProps) {
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [failure, setFailure] = useState<{ name?: string; text?: string }>();
  const [create, creating] = useCreateSavedViewMutation();
  const [update, updating] = useUpdateSavedViewMutation();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setFailure({ name: 'Name is Required' });
    setFailure(undefined);
    const { chosen } = columns;
    const fields = { name, isShared, query: viewQuery(table.state), ...(chosen && { columns: [...chosen] }) };
    try {
      const saved = view
        ? await update({ id: view._id, 'If-Match': `"${view.version}"`, editSavedViewDto: fields }).unwrap()
        : await create({ createSavedViewDto: { list, ...fields } }).unwrap();
      void notify('success', `The view ${saved.name} is saved`);
      if (!view) setName('');
      table.apply({ ...Object.fromEntries(new URLSearchParams(saved.query)), view: saved._id });
    } catch (error) {
      const { errors, detail, code, status } = asApiError(error);
      // The views are read again; saving once more then replaces what the other one saved.
      if (status === 412) setFailure({ text: `${detail} Save again to replace it.` });
      else if (errors.name || code === 'name-taken') setFailure({ name: errors.name ?? detail });
      else setFailure({ text: detail });
    }
  };

  return (
    <form className="views__form" noValidate aria-labelledby={id} onSubmit={(event) => void save(event)}>
      <h3 id={id}>{view ? 'Change this view' : 'Save a new view'}</h3>
      <Input
        label="Name"
        required
        maxLength={60}
        value={name}
        error={failure?.name}
        onChange={({ target }) => setName(target.value)}
      />
      <label className="panel__choice">
        <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
        All admins see it
      </label>
      {failure?.text && <Alert tone="bad">{failure.text}</Alert>}
      <Button
        type="submit"
        small
        look={view ? 'secondary' : 'primary'}
        busy={creating.isLoading || updating.isLoading}
      >
        {view ? 'Save filters and columns' : 'Save view'}
      </Button>
    </form>
  );
}
