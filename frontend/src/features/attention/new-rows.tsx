import { useEffect } from 'react';
import { count } from '../../lib/format';
import type { PageQuery } from '../../lists/page-query';
import { Button } from '../../ui/button';
import { type GrowingList, useAttention } from './attention';
import './new-rows.css';

/** The server counts no further. */
const MOST = 100;

interface NewRowsProps {
  list: GrowingList;
  query: PageQuery<unknown>;
  one: string;
  many: string;
}

/** Says above a list how many rows came since it was loaded, in place of moving the rows under the pointer. */
export function NewRows({ list, query, one, many }: NewRowsProps) {
  const { newRows, watch } = useAttention();
  const { isFetching, startedTimeStamp, fulfilledTimeStamp, refetch } = query;
  const loadedAt =
    !isFetching && startedTimeStamp !== undefined && fulfilledTimeStamp !== undefined
      ? (startedTimeStamp + fulfilledTimeStamp) / 2
      : undefined;
  useEffect(() => {
    if (loadedAt !== undefined) watch(list, loadedAt);
  }, [watch, list, loadedAt]);
  useEffect(() => () => watch(list, undefined), [watch, list]);

  const found = isFetching ? 0 : newRows[list];
  return (
    // there from the start, so that what comes into it is read out
    <div role="status" className="new-rows">
      {found > 0 && (
        <Button
          look="secondary"
          wide
          onClick={({ currentTarget }) => {
            // the button goes, and the focus with it
            currentTarget.closest<HTMLElement>('.data-table')?.focus({ preventScroll: true });
            void refetch();
          }}
        >
          {found >= MOST ? `${count(MOST)} or more` : count(found)} new {found === 1 ? one : many} — show
        </Button>
      )}
    </div>
  );
}
