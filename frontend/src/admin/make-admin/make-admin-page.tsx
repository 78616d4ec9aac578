import { useSearchUsersQuery } from '../../api/account-api';
import { ListPage } from '../../shared/table/list-page';
import { LIVE, useList } from '../../shared/table/use-list';
import { EmptyState } from '../../shared/ui/feedback';
import { userList } from './user-list';

export default function MakeAdminPage() {
  const table = useList(userList);
  const query = useSearchUsersQuery(table.arg, LIVE);
  return (
    <ListPage
      list={userList}
      table={table}
      query={query}
      title="Make Admin"
      empty={<EmptyState title="No users yet" />}
    />
  );
}
