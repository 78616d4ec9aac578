import type { AuditEntry, SearchAuditLogApiArg } from '../../../api/types';
import { defineList } from '../../../lists/define-list';
import { auditColumns } from './columns';
import { ACTION_OPTIONS } from './entry-text';

export const auditList = defineList<AuditEntry, SearchAuditLogApiArg>({
  name: 'audit',
  caption: 'Changes that admins made',
  noun: 'changes',
  columns: auditColumns,
  search: { label: 'Search the log', placeholder: 'Admin, product, customer' },
  filters: [
    { kind: 'text', name: 'person', label: 'By whom', placeholder: 'Name, email or API key', maxLength: 254 },
    {
      kind: 'select',
      name: 'entity',
      label: 'What',
      any: 'Anything',
      options: [
        ['product', 'Products'],
        ['kind', 'Kinds'],
        ['order', 'Orders'],
        ['user', 'People'],
        ['review', 'Reviews'],
        ['saved-view', 'Saved views'],
        ['api-key', 'API keys'],
        ['webhook', 'Webhooks'],
        ['delivery-settings', 'Delivery and tax'],
        ['synonyms', 'Synonyms'],
        ['mail', 'Mails'],
      ],
    },
    { kind: 'dates', from: 'from', to: 'to', label: 'When' },
    { kind: 'select', name: 'action', label: 'Change', any: 'Any', options: ACTION_OPTIONS, more: true },
    {
      kind: 'text',
      name: 'entityId',
      label: 'Id',
      placeholder: 'Of what was changed',
      maxLength: 64,
      more: true,
    },
  ],
  sorts: ['newest', 'oldest'],
  exportPath: '/audit/export',
});
