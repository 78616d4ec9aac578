import type { AuditEntry } from '../../../api/types';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { Time } from '../../../ui-admin/time';
import { actionName, changedFields, fieldName, sentenceOf } from './entry-text';

export const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'at',
    label: 'When',
    width: 130,
    card: '3 / 3',
    render: ({ at }) => <Time at={at} short />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'action',
    label: 'Change',
    minWidth: 150,
    namesRow: true,
    card: '1 / 2 / auto / span 2',
    render: (entry) => (
      <OpenRow
        id={entry._id}
        label={`${actionName(entry.action)}: show what ${sentenceOf(entry)} ${entry.label}`}
      >
        {actionName(entry.action)}
      </OpenRow>
    ),
  },
  {
    key: 'label',
    label: 'Of what',
    minWidth: 180,
    card: '2 / 2 / auto / span 2',
    render: ({ label }) => <span title={label}>{label}</span>,
  },
  {
    key: 'fields',
    label: 'Fields',
    minWidth: 150,
    render: (entry) => {
      const names = changedFields(entry).map(({ field }) => fieldName(field));
      return names.length > 0 ? names.join(', ') : <span className="muted">None</span>;
    },
  },
  {
    key: 'actor',
    label: 'By whom',
    width: 280,
    card: '3 / 2',
    render: ({ actor: { name, email, apiKey } }) =>
      apiKey ? (
        <span className="cell-line" title={`API key ${apiKey.name} for ${email}`}>
          API key {apiKey.name} <small>for {email}</small>
        </span>
      ) : (
        <span className="cell-line" title={`${name}, ${email}`}>
          {name} <small>{email}</small>
        </span>
      ),
  },
];
