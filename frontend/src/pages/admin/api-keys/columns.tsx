import type { ApiKey, ApiKeyState } from '../../../api/types';
import { dateTime } from '../../../lib/date-time';
import { date } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { ButtonLink } from '../../../ui/button';
import { Tag, type Tone } from '../../../ui/feedback';
import { RevokeKey } from './revoke-key';

const STATES: Record<ApiKeyState, { label: string; tone?: Tone; why?: string }> = {
  active: { label: 'Active', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  revoked: { label: 'Revoked' },
  suspended: { label: 'Suspended', tone: 'warn', why: 'Its admin is no admin any more.' },
};

const time = (iso: string | undefined, otherwise: string, format = date) =>
  iso === undefined ? (
    <span className="muted">{otherwise}</span>
  ) : (
    <time className="num" dateTime={iso}>
      {format(iso)}
    </time>
  );

export const apiKeyColumns: Column<ApiKey>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 200,
    namesRow: true,
    render: ({ name, start }) => (
      <span className="cell-stack">
        <span>{name}</span>
        <code className="key-start">{start}</code>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'State',
    render: ({ state, revokedAt }) => {
      const { label, tone, why } = STATES[state];
      return (
        <span className="cell-stack">
          <span>{tone ? <Tag tone={tone}>{label}</Tag> : <Tag plain>{label}</Tag>}</span>
          {why && <small>{why}</small>}
          {revokedAt && <small>on {date(revokedAt)}</small>}
        </span>
      );
    },
  },
  {
    key: 'scopes',
    label: 'Scopes',
    width: 230,
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
    width: 150,
    render: ({ lastUsedAt }) => time(lastUsedAt, 'Never used', dateTime),
  },
  { key: 'expires', label: 'Expires', width: 120, render: ({ expiresAt }) => time(expiresAt, 'Never') },
  {
    key: 'created',
    label: 'Created',
    width: 200,
    render: ({ createdAt, createdBy }) => (
      <span className="cell-stack">
        <span>{time(createdAt, '')}</span>
        <small>by {createdBy.name || createdBy.email || 'a former admin'}</small>
      </span>
    ),
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'links',
    label: 'More',
    render: ({ _id, name }) => (
      <ButtonLink
        look="quiet"
        small
        to={`/dashboard/auditLog?person=${_id}`}
        aria-label={`Changes made with ${name}`}
      >
        Changes
      </ButtonLink>
    ),
  },
  {
    key: 'revoke',
    label: 'Revoke',
    render: (apiKey) =>
      apiKey.state === 'revoked' ? <span className="muted">Revoked</span> : <RevokeKey apiKey={apiKey} />,
  },
];
