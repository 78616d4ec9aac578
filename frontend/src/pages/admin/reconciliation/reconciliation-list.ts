import type { Finding } from '../../../api/types';
import { defineList } from '../../../lists/define-list';
import { reconciliationColumns } from './columns';
import { FINDING_OPTIONS, type Row } from './findings';

interface ReconciliationArg {
  days?: string;
  finding?: Finding;
  page?: number;
  pageSize?: number;
}

export const reconciliationList = defineList<Row, ReconciliationArg>({
  name: 'reconciliation',
  caption: 'Payments and orders that do not agree',
  noun: 'findings',
  columns: reconciliationColumns,
  filters: [
    { kind: 'select', name: 'finding', label: 'What is wrong', any: 'Anything', options: FINDING_OPTIONS },
    {
      kind: 'select',
      name: 'days',
      label: 'Compared now, payments of the',
      fallback: '30',
      options: [
        ['1', 'Last day'],
        ['7', 'Last 7 days'],
        ['30', 'Last 30 days'],
        ['90', 'Last 90 days'],
      ],
    },
  ],
});
