import { useRevokeApiKeyMutation } from '../../../api/admin-api';
import type { ApiKey } from '../../../api/types';
import { ConfirmAction } from '../../../ui-admin/confirm-action';

export function RevokeKey({ apiKey: { _id: id, name } }: { apiKey: ApiKey }) {
  const [revoke] = useRevokeApiKeyMutation();
  return (
    <ConfirmAction
      label="Revoke"
      subject={name}
      title={`Revoke ${name}?`}
      confirm="Revoke"
      keep="Keep it"
      run={() => revoke({ id }).unwrap()}
      done="Key Revoked Successfully"
    >
      <p>Programs that use it are refused from their next call on. This cannot be undone.</p>
    </ConfirmAction>
  );
}
