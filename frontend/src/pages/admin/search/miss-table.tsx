import { useListSearchMissesQuery } from '../../../api/admin-api';
import type { SynonymGroupDto } from '../../../api/generated-admin';
import type { SearchMiss } from '../../../api/types';
import { count } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { PlainTable } from '../../../lists/plain-table';
import { TableSection } from '../../../lists/table-section';
import { LIVE } from '../../../lists/use-list';
import { Time } from '../../../ui-admin/time';
import { Button, ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import type { EditedGroup } from './group-form';
import { groupOf, wordsText } from './synonym-groups';

interface MissTableProps {
  groups: readonly SynonymGroupDto[];
  onEdit: (group: EditedGroup) => void;
}

/** What was searched without result, and a way to make it find something. */
export function MissTable({ groups, onEdit }: MissTableProps) {
  const { data, error, refetch } = useListSearchMissesQuery(undefined, LIVE);
  const columns: Column<SearchMiss>[] = [
    {
      key: 'words',
      label: 'Words',
      minWidth: 200,
      namesRow: true,
      wraps: true,
      render: ({ words }) => words,
    },
    { key: 'count', label: 'Searches', width: 100, align: 'end', render: (miss) => count(miss.count) },
    { key: 'lastAt', label: 'Last', width: 170, render: ({ lastAt }) => <Time at={lastAt} /> },
    {
      key: 'actions',
      label: 'What to do',
      width: 290,
      wraps: true,
      render: ({ words }) => {
        const group = groupOf(groups, words);
        return (
          <span className="cell-row">
            <Button
              look="secondary"
              small
              aria-haspopup="dialog"
              aria-label={`${group ? 'Edit its synonyms' : 'Add as a synonym'}: ${words}`}
              onClick={() =>
                onEdit(group ? { former: group, text: wordsText(group) } : { text: `${words}, ` })
              }
            >
              {group ? 'Edit its synonyms' : 'Add as a synonym'}
            </Button>
            <ButtonLink
              look="quiet"
              small
              to={`/parts?${new URLSearchParams({ q: words })}`}
              aria-label={`Search the shop for ${words}`}
            >
              Search the shop
            </ButtonLink>
          </span>
        );
      },
    },
  ];
  return (
    <TableSection
      title="Searched without result"
      lead="What customers searched for and found nothing, the most frequent first. Who searched is not recorded."
    >
      {data ? (
        data.items.length === 0 ? (
          <EmptyState title="Every search found something">
            Words that find nothing are listed here, with how often they were searched for.
          </EmptyState>
        ) : (
          <PlainTable
            title="Searched without result"
            rowKey={({ words }) => words}
            columns={columns}
            rows={data.items}
            pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
          />
        )
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading searches" />
      )}
    </TableSection>
  );
}
