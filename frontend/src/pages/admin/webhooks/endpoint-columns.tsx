import type { WebhookEndpoint, WebhookEndpointState } from '../../../api/types';
import { count } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { Time } from '../../../ui-admin/time';
import { Tag, type Tone } from '../../../ui/feedback';
import { EndpointActions, type EndpointHandlers } from './endpoint-actions';

const STATES: Record<WebhookEndpointState, { label: string; tone?: Tone; why?: string }> = {
  enabled: { label: 'Enabled', tone: 'ok' },
  disabled: { label: 'Disabled' },
  failed: { label: 'Disabled', tone: 'bad', why: 'An event failed for three days.' },
  gone: { label: 'Disabled', tone: 'bad', why: 'The endpoint responded with 410 Gone.' },
};

const eventCount = (types: readonly string[]): string =>
  types.length === 1 ? types[0]! : `${types.length} events`;

export const endpointColumns = (handlers: EndpointHandlers): Column<WebhookEndpoint>[] => [
  {
    key: 'endpoint',
    label: 'Endpoint',
    minWidth: 230,
    namesRow: true,
    wraps: true,
    render: ({ description, url }) => (
      <span className="cell-stack">
        {description}
        <small className="endpoint-url">{url}</small>
      </span>
    ),
  },
  {
    key: 'state',
    label: 'State',
    width: 190,
    wraps: true,
    render: ({ state, disabledAt, rotationEndsAt }) => {
      const { label, tone, why } = STATES[state];
      return (
        <span className="cell-stack">
          <span>{tone ? <Tag tone={tone}>{label}</Tag> : <Tag plain>{label}</Tag>}</span>
          {why && <small>{why}</small>}
          {disabledAt && (
            <small>
              <Time at={disabledAt} short />
            </small>
          )}
          {rotationEndsAt && (
            <small>
              Two secrets until <Time at={rotationEndsAt} short />
            </small>
          )}
        </span>
      );
    },
  },
  {
    key: 'events',
    label: 'Events',
    width: 130,
    render: ({ types }) => <span title={types.join(', ')}>{eventCount(types)}</span>,
  },
  {
    key: 'waiting',
    label: 'Deliveries',
    width: 150,
    wraps: true,
    render: ({ pending, failing, failed }) => (
      <span className="cell-stack">
        <span>{pending === 0 ? 'None waits' : `${count(pending)} waiting`}</span>
        {failing > 0 && <small>{count(failing)} tried again</small>}
        {failed > 0 && <small>{count(failed)} failed</small>}
      </span>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    width: 270,
    wraps: true,
    render: (endpoint) => <EndpointActions endpoint={endpoint} {...handlers} />,
  },
];
