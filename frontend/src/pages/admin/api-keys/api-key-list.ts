import type { ApiKey, SearchApiKeysApiArg } from '../../../api/types';
import { defineList } from '../../../lists/define-list';
import { apiKeyColumns } from './columns';

export const apiKeyList = defineList<ApiKey, SearchApiKeysApiArg>({
  name: 'api-keys',
  caption: 'All API keys',
  noun: 'keys',
  columns: apiKeyColumns,
  search: { label: 'Search keys', placeholder: 'Name, or how the key begins' },
  filters: [
    {
      kind: 'select',
      name: 'revoked',
      label: 'State',
      options: [
        ['false', 'Not revoked'],
        ['true', 'Revoked'],
      ],
    },
  ],
  sorts: ['newest', 'oldest'],
});
