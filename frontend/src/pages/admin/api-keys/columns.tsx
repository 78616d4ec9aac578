import type { ApiKey, ApiKeyState } from '../../../api/types';
import type { Column } from '../../../lists/columns';
import { RowMenu } from '../../../ui-admin/row-menu';
import { Time } from '../../../ui-admin/time';
import { Tag, type Tone } from '../../../ui/feedback';
import { RevokeKey } from './revoke-key';

const STATES: Record<ApiKeyState, { label: string; tone?: Tone; why?: string }> = {
  active: { label: 'Active', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  revoked: { label: 'Revoked' },
  suspended: { label: 'Suspended', tone: 'warn', why: 'Its admin is no admin any more.' },
};

const time = (iso: string | undefined, otherwise: string, day = true) =>
  iso === undefined ? <span className="muted">{otherwise}</span> : <Time at={iso} day={day} short={!day} />;

export const apiKeyColumns: Column<ApiKey>[] = [
  {
    key: 'name',
    label: 'Name',
    minWidth: 190,
    namesRow: true,
    render: ({ name, start }) => (
      <span className="cell-line" title={name}>
        {name} <code className="key-start">{start}</code>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 130,
    wraps: true,
    render: ({ state, revokedAt }) => {
      const { label, tone, why } = STATES[state];
      return (
        <span className="cell-stack">
          <span>{tone ? <Tag tone={tone}>{label}</Tag> : <Tag plain>{label}</Tag>}</span>
          {why && <small>{why}</small>}
          {revokedAt && <small>{time(revokedAt, '')}</small>}
        </span>
      );
    },
  },
  {
    key: 'scopes',
    label: 'Scopes',
    minWidth: 180,
    wraps: true,
    render: ({ scopes }) => (
      <ul className="key-scopes">
        {scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'used',
    label: 'Last used',
    width: 130,
    render: ({ lastUsedAt }) => time(lastUsedAt, 'Never used', false),
  },
  { key: 'expires', label: 'Expires', width: 120, render: ({ expiresAt }) => time(expiresAt, 'Never') },
  {
    key: 'created',
    label: 'Created',
    width: 230,
    render: ({ createdAt, createdBy }) => (
      <span className="cell-line">
        {time(createdAt, '')} <small>by {createdBy.name || createdBy.email || 'a former admin'}</small>
      </span>
    ),
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'revoke',
    label: 'Revoke',
    width: 140,
    render: (apiKey) => (
      <span className="cell-row">
        {apiKey.state === 'revoked' ? <span className="muted">Revoked</span> : <RevokeKey apiKey={apiKey} />}
        <RowMenu
          subject={apiKey.name}
          items={[{ key: 'changes', label: 'Changes', to: `/dashboard/auditLog?person=${apiKey._id}` }]}
        />
      </span>
    ),
  },
];
