import { useSearchUsersQuery } from '../../api/api';
import { useTableParams } from '../../shared/hooks/use-table-params';
import { searchText } from '../../shared/limits';
import { DataTable } from '../../shared/table/data-table';
import { FilterSelect } from '../../shared/table/filter-select';
import { parseEnum } from '../../shared/table/parse-enum';
import { PageHead } from '../../shared/table/page-head';
import { SearchBox } from '../../shared/table/search-box';
import { EmptyState } from '../../shared/ui/feedback';
import { userColumns } from './columns';

const FILTERS = ['q', 'role'] as const;
const SORTS = ['newest', 'oldest'] as const;
const ROLES = ['admin', 'customer'] as const;
const ROLE_OPTIONS = [
  ['admin', 'Admins'],
  ['customer', 'Customers'],
] as const;

export default function MakeAdminPage() {
  const table = useTableParams({ filters: FILTERS, pageSize: 20, sort: 'newest' });
  const { page, pageSize, q, role, sort } = table.params;
  const query = useSearchUsersQuery(
    { page, pageSize, q: searchText(q), role: parseEnum(ROLES, role), sort: parseEnum(SORTS, sort) },
    { refetchOnMountOrArgChange: true },
  );

  return (
    <>
      <PageHead title="Make Admin" />
      <DataTable
        caption="All users"
        noun="users"
        columns={userColumns}
        sorts={SORTS}
        table={table}
        query={query}
        toolbar={
          <>
            <SearchBox
              label="Search users"
              placeholder="Name or email"
              value={q}
              problem={query.error}
              onSearch={(text) => table.set({ q: text })}
            />
            <FilterSelect
              label="Role"
              any="All"
              options={ROLE_OPTIONS}
              value={parseEnum(ROLES, role)}
              onChange={(value) => table.set({ role: value })}
            />
          </>
        }
        empty={<EmptyState title="No users yet" />}
      />
    </>
  );
}
