import { useSearchAuditLogQuery } from '../../../api/admin-api';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { EmptyState } from '../../../ui/feedback';
import { auditList } from './audit-list';
import { EntryDrawer } from './entry-drawer';

export default function AuditLogPage() {
  const table = useList(auditList);
  const query = useSearchAuditLogQuery(table.arg, LIVE);
  return (
    <ListPage
      list={auditList}
      table={table}
      query={query}
      title="Audit Log"
      intro="Every change that an admin made. Open one to see what was there before."
      empty={
        <EmptyState title="No changes yet">Changes appear here as soon as an admin makes one.</EmptyState>
      }
      renderDrawer={({ close, ...rest }) => <EntryDrawer {...rest} onClose={close} />}
    />
  );
}
