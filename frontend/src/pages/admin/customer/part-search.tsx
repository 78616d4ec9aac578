import { Select } from 'antd';
import { useState } from 'react';
import { useSearchItemsQuery } from '../../../api/api';
import { count, money } from '../../../lib/format';
import { useSettled } from '../../../lib/use-settled';
import { Field } from '../../../ui/field';
import type { EntryLine } from './entry-values';

/** Finds parts on sale by what is typed; the chosen one is added with its minimum order. */
export function PartSearch({ onAdd }: { onAdd: (line: EntryLine) => void }) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const { data, isFetching } = useSearchItemsQuery({ q: q || undefined, pageSize: 20 });
  const items = data?.items ?? [];
  return (
    <Field label="Add a part" hint="By name, SKU or part number">
      {({ id }) => (
        <Select<string>
          id={id}
          value={null}
          placeholder="Search the parts on sale"
          loading={isFetching}
          notFoundContent="No such part"
          showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
          options={items.map(({ _id, name, price, availableQ }) => ({
            value: _id,
            label: `${name}, ${money(price)}, ${count(availableQ)} left`,
          }))}
          onChange={(productId) => {
            const part = items.find(({ _id }) => _id === productId);
            if (part) onAdd({ productId, name: part.name, quantity: String(part.minimumOQ) });
            setTyped('');
          }}
        />
      )}
    </Field>
  );
}
