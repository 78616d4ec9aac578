import { useSearchApiKeysQuery } from '../../../api/admin-api';
import { ListPage } from '../../../lists/list-page';
import { LIVE, useList } from '../../../lists/use-list';
import { EmptyState } from '../../../ui/feedback';
import { apiKeyList } from './api-key-list';
import { CreateKey } from './create-key';
import './api-keys.css';

export default function ApiKeysPage() {
  const table = useList(apiKeyList);
  const query = useSearchApiKeysQuery(table.arg, LIVE);
  return (
    <ListPage
      list={apiKeyList}
      table={table}
      query={query}
      title="API Keys"
      intro="Programs call the API with a key instead of signing in. A key acts for the admin who created it, within its scopes, and ends with their role."
      actions={<CreateKey />}
      empty={
        <EmptyState title="No keys yet">
          Create one for each program, with the scopes that it needs and no more.
        </EmptyState>
      }
    />
  );
}
