import type { AuditEntry } from '../../../api/types';
import { dateTime } from '../../../lib/date-time';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { actionName, changedFields, fieldName, sentenceOf } from './entry-text';

export const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'at',
    label: 'When',
    width: 190,
    render: ({ at }) => <span className="num">{dateTime(at)}</span>,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'action',
    label: 'Change',
    namesRow: true,
    render: (entry) => (
      <OpenRow
        id={entry._id}
        label={`${actionName(entry.action)}: show what ${sentenceOf(entry)} ${entry.label}`}
      >
        {actionName(entry.action)}
      </OpenRow>
    ),
  },
  { key: 'label', label: 'Of what', render: ({ label }) => <span className="cell-stack">{label}</span> },
  {
    key: 'fields',
    label: 'Fields',
    render: (entry) => {
      const names = changedFields(entry).map(({ field }) => fieldName(field));
      return names.length > 0 ? names.join(', ') : <span className="muted">None</span>;
    },
  },
  {
    key: 'actor',
    label: 'By whom',
    width: 240,
    render: ({ actor: { name, email, apiKey } }) =>
      apiKey ? (
        <span className="cell-stack">
          API key {apiKey.name}
          <small>for {email}</small>
        </span>
      ) : (
        <span className="cell-stack">
          {name}
          <small>{email}</small>
        </span>
      ),
  },
];
