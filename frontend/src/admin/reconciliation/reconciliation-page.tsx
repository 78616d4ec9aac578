import { useMemo } from 'react';
import { useReconcilePaymentsQuery } from '../../api/api';
import { count, date } from '../../shared/format';
import { useTableParams } from '../../shared/hooks/use-table-params';
import { DataTable } from '../../shared/table/data-table';
import { FilterSelect } from '../../shared/table/filter-select';
import { parseEnum } from '../../shared/table/parse-enum';
import { PageHead } from '../../shared/table/page-head';
import { Button } from '../../shared/ui/button';
import { Alert, EmptyState } from '../../shared/ui/feedback';
import { reconciliationColumns } from './columns';
import { FINDING_NAMES, FINDING_OPTIONS, pageOf } from './findings';
import './reconciliation.css';

const FILTERS = ['finding', 'days'] as const;
const DAYS = ['1', '7', '30', '90'] as const;
const DAY_OPTIONS = [
  ['1', 'Last day'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
] as const;

export default function ReconciliationPage() {
  const table = useTableParams({ filters: FILTERS, pageSize: 20 });
  const { page, pageSize } = table.params;
  const finding = parseEnum(FINDING_NAMES, table.params.finding);
  const days = parseEnum(DAYS, table.params.days) ?? '30';
  const query = useReconcilePaymentsQuery({ days: Number(days) }, { refetchOnMountOrArgChange: true });

  const shown = useMemo(() => {
    const pageFrom = (data: typeof query.data) => data && pageOf(data, { page, pageSize, finding });
    return { data: pageFrom(query.data), currentData: pageFrom(query.currentData) };
  }, [query.data, query.currentData, page, pageSize, finding]);
  const { isFetching, error, refetch } = query;

  return (
    <>
      <PageHead title="Reconciliation">
        What the payment provider took, compared with the orders. The shop resolves most of it by itself
        within a minute; what stays here needs you.
      </PageHead>
      {query.currentData && !query.currentData.isComplete && (
        <Alert tone="warn">
          There were too many payments to compare all of them at once. Choose fewer days.
        </Alert>
      )}
      <DataTable
        caption="Payments that do not agree with their orders"
        noun="findings"
        columns={reconciliationColumns}
        // The period hides no row that was found.
        table={{ ...table, filtered: finding !== undefined }}
        query={{ ...shown, isFetching, error, refetch }}
        toolbar={
          <>
            <FilterSelect
              label="What is wrong"
              any="Anything"
              options={FINDING_OPTIONS}
              value={finding}
              onChange={(value) => table.set({ finding: value })}
            />
            <FilterSelect
              label="Payments of the"
              options={DAY_OPTIONS}
              value={days}
              onChange={(value) => table.set({ days: value })}
            />
            <Button look="secondary" className="reconciliation__again" busy={isFetching} onClick={refetch}>
              Compare again
            </Button>
          </>
        }
        empty={
          <EmptyState title="Every payment has its order">
            {query.data &&
              `${count(query.data.checked)} payments since ${date(query.data.since)} were compared.`}
          </EmptyState>
        }
      />
    </>
  );
}
