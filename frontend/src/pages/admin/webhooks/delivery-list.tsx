import type {
  SearchWebhookDeliveriesApiArg,
  SentEventType,
  WebhookDelivery,
  WebhookDeliveryState,
} from '../../../api/types';
import type { Column } from '../../../lists/columns';
import { defineList } from '../../../lists/define-list';
import { OpenRow } from '../../../lists/open-row';
import { Time } from '../../../ui-admin/time';
import { Tag, type Tone } from '../../../ui/feedback';
import { EndpointName, endpointFilter } from './endpoint-filter';
import { EVENT_TYPES } from './event-types';

const STATES: Record<WebhookDeliveryState, { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Received', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
};

const SENT_TYPES: readonly SentEventType[] = [...EVENT_TYPES, 'shop.test'];

export const DeliveryState = ({ state, attemptCount }: Pick<WebhookDelivery, 'state' | 'attemptCount'>) => {
  if (state === 'pending' && attemptCount > 0) return <Tag tone="warn">Tried again</Tag>;
  const { label, tone } = STATES[state];
  return <Tag tone={tone}>{label}</Tag>;
};

/** What came of the last attempt. */
export const lastResult = ({ lastStatus, lastError }: WebhookDelivery): string =>
  lastError ?? (lastStatus === undefined ? 'Not sent yet' : `Status ${lastStatus}`);

const deliveryColumns: Column<WebhookDelivery>[] = [
  {
    key: 'event',
    label: 'Event',
    minWidth: 260,
    namesRow: true,
    wraps: true,
    render: ({ _id, type, subject }) => (
      <span className="cell-stack">
        <OpenRow id={_id} label={`Open the delivery of ${type}, ${subject}`}>
          {type}
        </OpenRow>
        <small className="endpoint-url">{subject}</small>
      </span>
    ),
  },
  {
    key: 'endpoint',
    label: 'Endpoint',
    minWidth: 150,
    render: ({ endpointId }) => <EndpointName id={endpointId} />,
  },
  { key: 'state', label: 'State', width: 130, render: (delivery) => <DeliveryState {...delivery} /> },
  {
    key: 'result',
    label: 'Last result',
    minWidth: 170,
    wraps: true,
    render: (delivery) => (
      <span className="cell-stack">
        <span>{lastResult(delivery)}</span>
        {delivery.lastDurationMs !== undefined && <small>{delivery.lastDurationMs} ms</small>}
      </span>
    ),
  },
  {
    key: 'attempts',
    label: 'Attempts',
    width: 100,
    align: 'end',
    render: ({ attemptCount }) => attemptCount,
  },
  {
    key: 'next',
    label: 'Next attempt',
    width: 150,
    render: ({ nextAttemptAt }) =>
      nextAttemptAt ? <Time at={nextAttemptAt} short /> : <span className="muted">None</span>,
  },
  {
    key: 'created',
    label: 'Written',
    width: 150,
    render: ({ createdAt }) => <Time at={createdAt} short />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
];

export const deliveryList = defineList<WebhookDelivery, SearchWebhookDeliveriesApiArg>({
  name: 'webhook-deliveries',
  caption: 'Deliveries of events',
  noun: 'deliveries',
  columns: deliveryColumns,
  filters: [
    {
      kind: 'select',
      name: 'state',
      label: 'State',
      options: [
        ['pending', 'Waiting'],
        ['delivered', 'Received'],
        ['failed', 'Failed'],
      ],
    },
    endpointFilter,
    {
      kind: 'select',
      name: 'type',
      label: 'Event',
      options: SENT_TYPES.map((type) => [type, type] as const),
    },
  ],
  sorts: ['newest', 'oldest'],
});
