import { ButtonLink } from '../../../ui/button';
import type { Person } from '../../../api/types';
import { dateTime } from '../../../lib/date-time';
import { date } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { Tag } from '../../../ui/feedback';
import { ChangeRole, RemoveUser } from './user-actions';

export const userColumns: Column<Person>[] = [
  {
    key: 'email',
    label: 'Email',
    // the longest of usual addresses in one line
    width: 260,
    namesRow: true,
    render: (user) => <span className="cell-stack">{user.email}</span>,
  },
  { key: 'name', label: 'Name', render: (user) => <span className="cell-stack">{user.name}</span> },
  {
    key: 'role',
    label: 'Role',
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
      lastSeenAt ? (
        <time className="num" dateTime={lastSeenAt}>
          {dateTime(lastSeenAt)}
        </time>
      ) : (
        <span className="muted">Not known</span>
      ),
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
  {
    key: 'links',
    label: 'More',
    width: 190,
    render: ({ _id, email }) => (
      <span className="cell-row">
        <ButtonLink
          look="quiet"
          small
          to={`/dashboard/manageOrders?q=${encodeURIComponent(email)}`}
          aria-label={`Orders of ${email}`}
        >
          Orders
        </ButtonLink>
        <ButtonLink
          look="quiet"
          small
          to={`/dashboard/auditLog?entityId=${_id}`}
          aria-label={`Changes of ${email}`}
        >
          Changes
        </ButtonLink>
      </span>
    ),
  },
  { key: 'promote', label: 'Make Admin', render: (user) => <ChangeRole user={user} /> },
  { key: 'remove', label: 'Remove', render: (user) => <RemoveUser user={user} /> },
];
