import { useListWebhookEndpointsQuery } from '../../../api/admin-api';
import type { CustomFilter } from '../../../lists/filters';

/** Which endpoint, by its description. */
export const endpointFilter: CustomFilter<'endpointId'> = {
  kind: 'custom',
  name: 'endpointId',
  label: 'Endpoint',
  isValid: (text) => /^[0-9a-f]{24}$/.test(text),
  show: (text) => <EndpointName id={text} />,
  Input: ({ id, value, onChange }) => <EndpointSelect id={id} value={value} onChange={onChange} />,
};

export function EndpointName({ id }: { id: string }) {
  const { data } = useListWebhookEndpointsQuery();
  return data?.endpoints.find(({ _id }) => _id === id)?.description ?? 'An endpoint';
}

interface EndpointSelectProps {
  id: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function EndpointSelect({ id, value, onChange }: EndpointSelectProps) {
  const { data } = useListWebhookEndpointsQuery();
  return (
    <select
      id={id}
      className="input input--compact"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">All</option>
      {data?.endpoints.map(({ _id, description }) => (
        <option key={_id} value={_id}>
          {description}
        </option>
      ))}
    </select>
  );
}
