import { useReconcilePaymentsQuery } from '../../../api/admin-api';
import type { Reconciliation } from '../../../api/types';
import { count, date } from '../../../lib/format';
import { localTime } from '../../../ui-admin/time';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { Button } from '../../../ui/button';
import { Alert, EmptyState } from '../../../ui/feedback';
import { Comparisons } from './comparisons';
import { FailedEvents } from './failed-events';
import { pageOf } from './findings';
import { reconciliationList } from './reconciliation-list';
import './reconciliation.css';

export default function ReconciliationPage() {
  const table = useList(reconciliationList);
  const { days, ...shown } = table.arg;
  const query = useReconcilePaymentsQuery({ days: Number(days) }, LIVE);
  const { data, currentData, isFetching, error, refetch } = query;
  // The server sends all findings at once.
  const pageFrom = (all: typeof data) => all && pageOf(all, shown);

  return (
    <ListPage
      list={reconciliationList}
      table={table}
      query={{ data: pageFrom(data), currentData: pageFrom(currentData), isFetching, error, refetch }}
      title="Reconciliation"
      intro="Every payment at the provider compared with its order, and every paid order with its payment. The shop resolves most of it by itself within a minute; what stays here needs you."
      toolbar={
        <Button look="secondary" className="reconciliation__again" busy={isFetching} onClick={refetch}>
          Compare again
        </Button>
      }
      empty={
        <EmptyState title="Every payment agrees with its order, every order with its payment">
          {data && emptyText(data)}
        </EmptyState>
      }
    >
      <FailedEvents />
      {data && <Comparisons passes={data.passes} />}
      {currentData && !currentData.isComplete && (
        <Alert tone="warn">
          There were too many payments to compare all of them now, or too many findings to list all of them.
          Choose fewer days; the shop goes through all others by itself.
        </Alert>
      )}
    </ListPage>
  );
}

function emptyText({ checked, since, passes }: Reconciliation): string {
  const now = `${count(checked)} payments since ${date(since)} were compared just now`;
  const { payments, orders } = passes;
  return payments.endedAt && orders.endedAt
    ? `${now}; all payments were compared at ${localTime(payments.endedAt)}, all paid orders at ${localTime(orders.endedAt)}.`
    : `${now}; the first comparison of everything is in progress.`;
}
