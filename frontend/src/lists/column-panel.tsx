import { Button } from '../ui/button';
import type { AnyList } from './define-list';
import { PanelButton } from './panel-button';
import type { ColumnChoice } from './use-columns';

interface ColumnPanelProps {
  columns: AnyList['columns'];
  choice: ColumnChoice;
}

/** Which columns are shown, and how close the rows are. */
export function ColumnPanel({ columns, choice }: ColumnPanelProps) {
  const { shown, density, chosen = [] } = choice;
  const toggle = (key: string) => {
    const keys = columns.map((column) => column.key);
    choice.setColumns([
      ...keys.filter((one) => (one === key ? !shown.includes(one) : shown.includes(one))),
      // of a list whose columns depend on its filters, those that are not there now
      ...chosen.filter((one) => !keys.includes(one)).slice(0, 10),
    ]);
  };
  return (
    <PanelButton label="Columns">
      {() => (
        <>
          <fieldset className="panel__group">
            <legend>Columns shown</legend>
            {columns.map(({ key, label, namesRow }) => (
              <label key={key} className="panel__choice">
                <input
                  type="checkbox"
                  checked={shown.includes(key)}
                  // Without it nobody could tell the rows apart.
                  disabled={namesRow}
                  onChange={() => toggle(key)}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <fieldset className="panel__group">
            <legend>Rows</legend>
            {(['comfortable', 'compact'] as const).map((one) => (
              <label key={one} className="panel__choice">
                <input
                  type="radio"
                  name="density"
                  checked={density === one}
                  onChange={() => choice.setDensity(one)}
                />
                {one === 'comfortable' ? 'Comfortable' : 'Compact'}
              </label>
            ))}
          </fieldset>
          <Button look="quiet" small onClick={choice.reset}>
            As they were
          </Button>
        </>
      )}
    </PanelButton>
  );
}
