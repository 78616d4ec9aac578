import { count } from '../lib/format';
import type { TabsFilter } from './filters';
import type { ListControl } from './use-list';

/** How many rows a tab has; `''` is that of all. A text, such as `10,000+`, where they are not counted further. */
export type TabCounts = Readonly<Record<string, number | string | undefined>>;

interface ListTabsProps {
  filter: TabsFilter;
  table: ListControl;
  counts?: TabCounts;
}

export function ListTabs({ filter, table, counts }: ListTabsProps) {
  const current = table.state.values[filter.name] ?? '';
  return (
    <div className="list-tabs" role="group" aria-label={filter.label}>
      {[['', filter.any] as const, ...filter.options].map(([value, label]) => {
        const rows = counts?.[value];
        return (
          <button
            key={value}
            type="button"
            className="list-tabs__tab"
            aria-pressed={value === current}
            onClick={() => table.set({ [filter.name]: value || undefined })}
          >
            {label}
            {/* Keeps its place until it is counted. */}
            {counts && (
              <span className="list-tabs__count num">
                {typeof rows === 'number' ? count(rows) : (rows ?? '–')}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
