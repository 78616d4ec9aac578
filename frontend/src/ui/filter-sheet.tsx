import { useId, type ReactNode } from 'react';
import { Button } from './button';
import './filter-sheet.css';

export interface SheetFilter {
  key: string;
  /** Whether it is in effect, or how many of several are. */
  isSet: boolean | number;
  control: ReactNode;
}

interface FilterSheetProps {
  filters: readonly SheetFilter[];
  /** On the button that closes the sheet, such as how many rows there are now. */
  done: string;
}

/**
 * The filters of a list: in place on wide screens, on smaller ones in a sheet that one button opens. The browser's own popover
 * opens it, also before the page's script runs.
 */
export function FilterSheet({ filters, done }: FilterSheetProps) {
  const id = useId();
  const set = filters.reduce((sum, { isSet }) => sum + Number(isSet), 0);
  return (
    <>
      <Button className="filter-sheet__open" look="secondary" popoverTarget={id} aria-haspopup="dialog">
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      <div className="filter-sheet" id={id} popover="auto" role="group" aria-label="Filters">
        <div className="filter-sheet__filters">
          {filters.map(({ key, control }) => (
            <div key={key} className="filter-sheet__filter">
              {control}
            </div>
          ))}
        </div>
        <Button wide className="filter-sheet__done" popoverTarget={id} popoverTargetAction="hide">
          {done}
        </Button>
      </div>
    </>
  );
}
