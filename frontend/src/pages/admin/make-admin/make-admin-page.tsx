import { useSearchUsersQuery } from '../../../api/admin-api';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { EmptyState } from '../../../ui/feedback';
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
      empty={
        <EmptyState title="No users yet">
          Everybody who signs in for the first time appears here, and can be made an admin.
        </EmptyState>
      }
    />
  );
}
