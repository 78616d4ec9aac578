import { useMemo, useState } from 'react';

export interface RowSelection {
  ids: readonly string[];
  /** Whether all that match are selected, on every page. */
  all: boolean;
  filter: object;
  set: (ids: readonly string[]) => void;
  add: (ids: readonly string[]) => void;
  toggle: (id: string) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selected rows of a list, on any of its pages; other filters select other rows. */
export function useSelection(filter: object): RowSelection {
  const key = JSON.stringify(filter);
  const [state, setState] = useState<{ key: string; ids: readonly string[]; all: boolean }>();
  const current = state?.key === key ? state : undefined;
  const ids = current?.ids;
  const all = current?.all ?? false;
  return useMemo(() => {
    const chosen = ids ?? [];
    const set = (next: readonly string[]) => setState({ key, ids: next, all: false });
    return {
      ids: chosen,
      all,
      filter: JSON.parse(key) as object,
      set,
      add: (more) => set([...new Set([...chosen, ...more])]),
      toggle: (id) => set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
      selectAll: () => setState({ key, ids: chosen, all: true }),
      clear: () => setState(undefined),
    };
  }, [key, ids, all]);
}
