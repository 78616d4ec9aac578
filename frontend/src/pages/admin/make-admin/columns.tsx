import type { Person } from '../../../api/types';
import type { Column } from '../../../lists/columns';
import { RowMenu } from '../../../ui-admin/row-menu';
import { Time } from '../../../ui-admin/time';
import { Tag } from '../../../ui/feedback';
import { ChangeRole, RemoveUser } from './user-actions';

export const userColumns: Column<Person>[] = [
  {
    key: 'email',
    label: 'Email',
    minWidth: 200,
    namesRow: true,
    card: '1 / 2 / auto / span 2',
    render: (user) => <strong title={user.email}>{user.email}</strong>,
  },
  {
    key: 'name',
    label: 'Name',
    minWidth: 120,
    card: '2 / 2',
    render: (user) => <span title={user.name}>{user.name}</span>,
  },
  {
    key: 'role',
    label: 'Role',
    width: 186,
    card: '2 / 3',
    render: ({ role, emailVerified }) => (
      <span className="cell-row">
        {role === 'admin' ? <Tag tone="info">Admin</Tag> : <Tag plain>Customer</Tag>}
        {!emailVerified && <Tag tone="warn">Not verified</Tag>}
      </span>
    ),
  },
  {
    key: 'seen',
    label: 'Last seen',
    width: 130,
    render: ({ lastSeenAt }) =>
      lastSeenAt ? <Time at={lastSeenAt} short /> : <span className="muted">Not known</span>,
  },
  {
    key: 'joined',
    label: 'Joined',
    width: 112,
    render: (user) => <Time at={user.createdAt} day />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'promote',
    label: 'Make Admin',
    width: 134,
    card: '3 / 2',
    render: (user) => <ChangeRole user={user} />,
  },
  {
    key: 'remove',
    label: 'Remove',
    width: 132,
    card: '3 / 3',
    render: (user) => (
      <span className="cell-row">
        <RemoveUser user={user} />
        <RowMenu
          subject={user.email}
          items={[
            { key: 'page', label: 'Customer’s page', to: `/dashboard/customers/${user._id}` },
            {
              key: 'orders',
              label: 'Orders',
              to: `/dashboard/manageOrders?email=${encodeURIComponent(user.email)}`,
            },
            { key: 'changes', label: 'Changes', to: `/dashboard/auditLog?entityId=${user._id}` },
          ]}
        />
      </span>
    ),
  },
];
