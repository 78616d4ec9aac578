import { Select } from 'antd';
import { useDebouncedText } from '../../../lib/use-debounced-text';
import { useState, type ReactNode } from 'react';
import { useGetItemQuery, useListKindsQuery, useSearchItemsQuery } from '../../../api/api';

interface InputProps {
  id: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function KindInput({ id, value, onChange }: InputProps) {
  const { data } = useListKindsQuery();
  return (
    <Select
      id={id}
      className="order-filter"
      allowClear
      placeholder="All"
      value={value}
      options={(data?.kinds ?? []).map((kind) => ({ value: kind, label: kind }))}
      onChange={(kind: string | undefined) => onChange(kind)}
    />
  );
}

/** The products on sale that match what is typed. */
export function ProductInput({ id, value, onChange }: InputProps) {
  const [q, setQ] = useState('');
  const typed = useDebouncedText('', setQ);
  const { data, isFetching } = useSearchItemsQuery({ q: q || undefined, pageSize: 20 });
  const chosen = useGetItemQuery({ id: value ?? '' }, { skip: !value }).data;
  const found = (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const isListed = found.some((option) => option.value === value);
  const options = value && !isListed && !q ? [{ value, label: chosen?.name ?? value }, ...found] : found;
  return (
    <Select
      id={id}
      className="order-filter"
      allowClear
      placeholder="All"
      value={value}
      showSearch={{ filterOption: false, onSearch: (text) => typed.onChange({ target: { value: text } }) }}
      loading={isFetching}
      notFoundContent="No such product"
      options={options}
      onChange={(product: string | undefined) => onChange(product)}
    />
  );
}

/** For the tag of the filter; a product that is not on sale any more is shown by its id. */
export const ProductName = (id: string): ReactNode => <NameOf id={id} />;

function NameOf({ id }: { id: string }) {
  return useGetItemQuery({ id }).data?.name ?? id;
}
