import { useMakeAdminMutation, useRemoveAdminMutation, useRemoveUserMutation } from '../../../api/admin-api';
import type { Person } from '../../../api/types';
import { useSessionState } from '../../../features/session/use-session';
import { ConfirmAction } from '../../../ui-admin/confirm-action';

/** Makes a customer an admin, or an admin a customer. */
export function ChangeRole({ user }: { user: Person }) {
  return user.role === 'admin' ? <Demote user={user} /> : <Promote user={user} />;
}

function Promote({ user }: { user: Person }) {
  const [makeAdmin] = useMakeAdminMutation();
  return (
    <ConfirmAction
      label="Make Admin"
      tone="plain"
      subject={user.email}
      title={`Make ${user.email} an admin?`}
      confirm="Make Admin"
      run={() => makeAdmin({ email: user.email }).unwrap()}
      done="Made Admin Successfully"
    >
      <p>They can open every admin page, from now on, and make other admins.</p>
    </ConfirmAction>
  );
}

function Demote({ user }: { user: Person }) {
  const [removeAdmin] = useRemoveAdminMutation();
  const { user: self } = useSessionState();
  if (self?.email.toLowerCase() === user.email) return <span className="muted">You</span>;
  return (
    <ConfirmAction
      label="Make Customer"
      subject={user.email}
      title={`Make ${user.email} a customer?`}
      confirm="Make Customer"
      run={() => removeAdmin({ email: user.email }).unwrap()}
      done="Made Customer Successfully"
    >
      <p>They can no longer open the admin pages, from now on. Their own orders stay theirs.</p>
    </ConfirmAction>
  );
}

export function RemoveUser({ user }: { user: Person }) {
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
