import { useReconcilePaymentsQuery } from '../../../api/admin-api';
import { count, date } from '../../../lib/format';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { Button } from '../../../ui/button';
import { Alert, EmptyState } from '../../../ui/feedback';
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
      intro="What the payment provider took, compared with the orders. The shop resolves most of it by itself within a minute; what stays here needs you."
      toolbar={
        <Button look="secondary" className="reconciliation__again" busy={isFetching} onClick={refetch}>
          Compare again
        </Button>
      }
      empty={
        <EmptyState title="Every payment has its order">
          {data && `${count(data.checked)} payments since ${date(data.since)} were compared.`}
        </EmptyState>
      }
    >
      <FailedEvents />
      {currentData && !currentData.isComplete && (
        <Alert tone="warn">
          There were too many payments to compare all of them at once. Choose fewer days.
        </Alert>
      )}
    </ListPage>
  );
}
