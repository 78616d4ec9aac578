import { useState } from 'react';
import { count } from '../lib/format';
import { Button } from '../ui/button';
import type { BulkAction } from './bulk';
import { BulkDialog } from './bulk-dialog';
import type { RowSelection } from './use-selection';

interface BulkBarProps {
  actions: readonly BulkAction[];
  noun: string;
  selection: RowSelection;
  /** Matching rows, as far as they are counted. */
  total: number;
  totalIsExact: boolean;
  pageIds: readonly string[];
}

/** What can be done with the selected rows, and how to select all that match instead of only this page. */
export function BulkBar({ actions, noun, selection, total, totalIsExact, pageIds }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction>();
  const { ids, all } = selection;
  const isWholePage = pageIds.length > 0 && pageIds.every((id) => ids.includes(id));
  const matching = `${totalIsExact ? '' : 'more than '}${count(total)}`;
  const isNothing = ids.length === 0 && !all;
  return (
    <div className={`bulk-bar ${isNothing ? '' : 'bulk-bar--on'}`} role="group" aria-label="Selected rows">
      <span role="status" className="num">
        {all ? `All ${matching} matching ${noun} are selected` : `${count(ids.length)} selected`}
      </span>
      {!isWholePage && (
        <Button look="quiet" small className="bulk-bar__page" onClick={() => selection.add(pageIds)}>
          Select all on this page
        </Button>
      )}
      {isWholePage && !all && total > ids.length && (
        <Button look="quiet" small onClick={selection.selectAll}>
          Select all {matching} matching
        </Button>
      )}
      {!isNothing && (
        <>
          <Button look="quiet" small onClick={selection.clear}>
            Select none
          </Button>
          {actions.map((one) => (
            <Button
              key={one.key}
              look="secondary"
              small
              aria-haspopup="dialog"
              onClick={() => setAction(one)}
            >
              {one.label}
            </Button>
          ))}
        </>
      )}
      {action && (
        <BulkDialog
          action={action}
          selection={all ? { filter: selection.filter, count: total } : { ids: [...ids] }}
          onClose={(ran) => {
            setAction(undefined);
            if (ran) selection.clear();
          }}
        />
      )}
    </div>
  );
}
