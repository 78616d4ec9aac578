import { useRef } from 'react';
import { count } from '../lib/format';
import { Button, ButtonLink } from '../ui/button';
import { MAX_ROWS, type BulkAction, type BulkLink, type Selection } from './bulk';
import type { RowSelection } from './use-selection';

interface BulkBarProps {
  actions: readonly BulkAction[];
  links?: readonly BulkLink[];
  noun: string;
  selection: RowSelection;
  /** Matching rows, as far as they are counted. */
  total: number;
  totalIsExact: boolean;
  pageIds: readonly string[];
  onAction: (action: BulkAction, selection: Selection) => void;
}

/**
 * What can be done with the selected rows, and how to select all that match instead of only this page. What cannot be
 * pressed any more stays where it is, or the focus would be lost with it.
 */
export function BulkBar(props: BulkBarProps) {
  const { actions, links, noun, selection, total, totalIsExact, pageIds, onAction } = props;
  const page = useRef<HTMLButtonElement>(null);
  const { ids, all } = selection;
  const isWholePage = all || (pageIds.length > 0 && pageIds.every((id) => ids.includes(id)));
  const matching = `${totalIsExact ? '' : 'more than '}${count(total)}`;
  const isNothing = ids.length === 0 && !all;
  const isMore = total > pageIds.length;
  const isTooMany = total > MAX_ROWS || !totalIsExact;
  return (
    <div className={`bulk-bar ${isNothing ? '' : 'bulk-bar--on'}`} role="group" aria-label="Selected rows">
      <span role="status" className="num">
        {all ? `All ${matching} matching ${noun} are selected` : `${count(ids.length)} selected`}
      </span>
      <Button
        ref={page}
        look="quiet"
        small
        className="bulk-bar__page"
        disabled={isWholePage}
        onClick={() => selection.add(pageIds)}
      >
        Select all on this page
      </Button>
      {isWholePage && isMore && !isTooMany && (
        <Button look="quiet" small disabled={all} onClick={selection.selectAll}>
          Select all {matching} matching
        </Button>
      )}
      {!isNothing && isMore && isTooMany && (
        <span className="muted num">
          {matching} match; at most {count(MAX_ROWS)} can be changed at once. Narrow the filters to select
          all.
        </span>
      )}
      {!isNothing && (
        <>
          <Button
            look="quiet"
            small
            onClick={() => {
              page.current?.focus();
              selection.clear();
            }}
          >
            Select none
          </Button>
          <span className="bulk-bar__actions">
            {links?.map((link) => (
              <PageOfRows key={link.label} link={link} ids={all ? undefined : ids} noun={noun} />
            ))}
            {actions.map((action) => (
              <Button
                key={action.key}
                look="secondary"
                small
                aria-haspopup="dialog"
                disabled={!all && ids.length > MAX_ROWS}
                onClick={() =>
                  onAction(action, all ? { filter: selection.filter, count: total } : { ids: [...ids] })
                }
              >
                {action.label}
              </Button>
            ))}
          </span>
        </>
      )}
    </div>
  );
}

interface PageOfRowsProps {
  link: BulkLink;
  /** Undefined when all that match are selected. */
  ids: readonly string[] | undefined;
  noun: string;
}

function PageOfRows({ link: { label, to, most }, ids, noun }: PageOfRowsProps) {
  if (!ids || ids.length > most)
    return (
      <Button look="secondary" small disabled title={`Select at most ${count(most)} ${noun}`}>
        {label}
      </Button>
    );
  return (
    <ButtonLink look="secondary" small to={to(ids)} target="_blank">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </ButtonLink>
  );
}
