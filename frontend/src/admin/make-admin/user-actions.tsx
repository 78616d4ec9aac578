import { useMakeAdminMutation, useRemoveUserMutation } from '../../api/api';
import type { User } from '../../api/types';
import { ActionButton } from '../../shared/table/action-button';
import { ConfirmAction } from '../../shared/table/confirm-action';

export function MakeAdmin({ user }: { user: User }) {
  const [makeAdmin] = useMakeAdminMutation();
  if (user.role === 'admin') return <span className="muted">Is an admin</span>;
  return (
    <ActionButton
      label="Make Admin"
      subject={user.email}
      run={() => makeAdmin({ email: user.email }).unwrap()}
      done="Made Admin Successfully"
    />
  );
}

export function RemoveUser({ user }: { user: User }) {
  const [remove] = useRemoveUserMutation();
  return (
    <ConfirmAction
      label="Remove"
      subject={user.email}
      title={`Remove ${user.email}?`}
      confirm="Remove"
      run={() => remove({ email: user.email }).unwrap()}
      done="Delete User Successfully"
    >
      <p>
        Unpaid orders are cancelled and paid ones kept without the name. Signing in again makes a new
        customer.
      </p>
    </ConfirmAction>
  );
}
