import type { User } from '../../api/types';
import { date } from '../../shared/format';
import type { Column } from '../../shared/table/columns';
import { Tag } from '../../shared/ui/feedback';
import { MakeAdmin, RemoveUser } from './user-actions';

export const userColumns: Column<User>[] = [
  {
    key: 'email',
    label: 'Email',
    namesRow: true,
    render: (user) => <span className="cell-stack">{user.email}</span>,
  },
  { key: 'name', label: 'Name', render: (user) => <span className="cell-stack">{user.name}</span> },
  {
    key: 'role',
    label: 'Role',
    render: ({ role }) => (role === 'admin' ? <Tag tone="info">Admin</Tag> : <Tag plain>Customer</Tag>),
  },
  {
    key: 'joined',
    label: 'Joined',
    render: (user) => <span className="num">{date(user.createdAt)}</span>,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  { key: 'promote', label: 'Make Admin', render: (user) => <MakeAdmin user={user} /> },
  { key: 'remove', label: 'Remove', render: (user) => <RemoveUser user={user} /> },
];
