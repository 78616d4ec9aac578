import type { Person, SearchUsersApiArg } from '../../../api/types';
import { defineList } from '../../../lists/define-list';
import { userColumns } from './columns';

export const userList = defineList<Person, SearchUsersApiArg>({
  name: 'users',
  caption: 'All users',
  noun: 'users',
  columns: userColumns,
  search: { label: 'Search users', placeholder: 'Name or email' },
  filters: [
    {
      kind: 'select',
      name: 'role',
      label: 'Role',
      options: [
        ['admin', 'Admins'],
        ['customer', 'Customers'],
      ],
    },
  ],
  sorts: ['newest', 'oldest'],
  exportPath: '/users/export',
});
