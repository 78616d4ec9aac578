import { useState } from 'react';
import {
  useGetListSettingsQuery,
  useListSavedViewsQuery,
  useSetListSettingsMutation,
} from '../api/admin-api';
import { asApiError } from '../api/problem';
import type { Density, ListSettings, SavedView } from '../api/types';
import { notify } from '../ui/notify';
import type { AnyList } from './define-list';

export interface ColumnChoice {
  /** Keys of the columns shown, in the list's order. */
  shown: readonly string[];
  /** Those chosen by hand, for a view to save; `undefined` for the list's own. */
  chosen: readonly string[] | undefined;
  density: Density;
  setColumns: (keys: readonly string[] | undefined) => void;
  setDensity: (density: Density) => void;
  /** The list's own columns and density. */
  reset: () => void;
  /** Until it is known, no row is shown, or its columns would move. */
  isLoading: boolean;
  /** The view of the address, and all others. */
  view: SavedView | undefined;
  views: readonly SavedView[];
}

const keysOf = (list: AnyList, chosen: readonly string[] | undefined): string[] =>
  list.columns
    .filter(({ key, hidden, namesRow }) => namesRow || (chosen ? chosen.includes(key) : !hidden))
    .map(({ key }) => key);

/** The columns and density that this admin wants, or the columns of the view that is open. */
export function useColumns(list: AnyList, viewId: string | undefined): ColumnChoice {
  const skip = list.plain;
  const { name } = list;
  const settings = useGetListSettingsQuery({ list: name }, { skip });
  const saved = useListSavedViewsQuery({ list: name }, { skip });
  const [write] = useSetListSettingsMutation();
  const view = saved.data?.find(({ _id }) => _id === viewId);
  // While a view is open, other columns are a change of it that may be saved, not of every list.
  const [changed, setChanged] = useState<{ view: string; columns: readonly string[] | undefined }>();
  const own: ListSettings = settings.data ?? { density: 'comfortable' };

  const set = (next: ListSettings) => {
    write({ list: name, listSettingsDto: next })
      .unwrap()
      .catch((error: unknown) => notify('error', asApiError(error).detail));
  };
  const ofView = changed && changed.view === view?._id ? changed.columns : view?.columns;
  const chosen = view ? ofView : own.columns;

  return {
    shown: keysOf(list, chosen),
    chosen,
    density: own.density,
    setColumns: (columns) =>
      view
        ? setChanged({ view: view._id, columns })
        : set({ density: own.density, ...(columns && { columns: [...columns] }) }),
    setDensity: (density) => set({ ...own, density }),
    reset: () => {
      if (view) setChanged({ view: view._id, columns: undefined });
      set({ density: 'comfortable' });
    },
    isLoading: settings.isLoading || (viewId !== undefined && saved.isLoading),
    view,
    views: saved.data ?? [],
  };
}
