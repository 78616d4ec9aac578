import type { Kind } from '../../../api/types';
import { findKind } from '../../../features/kinds/use-kinds';
import type { CustomFilter } from '../../../lists/filters';
import { GroupedOptions } from '../../../ui/field';

const MAX_NAME = 60;
const KEY = /^[a-z][A-Za-z0-9]{0,39}$/;

interface InputProps {
  id: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Kinds by their labels. One of the address is taken whatever it is called: the server knows its other names. */
export const kindFilter = (kinds: readonly Kind[]): CustomFilter<'kind' | 'lacks' | 'spec'> => ({
  kind: 'custom',
  name: 'kind',
  dependents: ['lacks', 'spec'],
  label: 'Kind',
  isValid: (text) => text.length <= MAX_NAME,
  show: (text) => findKind(kinds, text)?.label ?? text,
  Input: ({ id, value, onChange }: InputProps) => {
    const kind = findKind(kinds, value);
    return (
      <select
        id={id}
        className="input input--compact"
        value={kind?.slug ?? value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">All</option>
        {value && !kind && <option value={value}>{value}</option>}
        <GroupedOptions options={kinds} />
      </select>
    );
  },
});

/** Parts without a value of one specification. */
export const lacksFilter = (kind: Kind | undefined): CustomFilter<'kind' | 'lacks'> => ({
  kind: 'custom',
  name: 'lacks',
  label: 'Lacks',
  more: true,
  isValid: (text) => KEY.test(text),
  show: (text) => kind?.specs.find(({ key }) => key === text)?.label ?? text,
  Input: ({ id, value = '', onChange }: InputProps) => (
    <select
      id={id}
      className="input input--compact"
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">Nothing</option>
      {value && !kind?.specs.some(({ key }) => key === value) && <option value={value}>{value}</option>}
      {kind?.specs.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  ),
});
