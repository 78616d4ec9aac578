import { Select } from 'antd';
import type { Kind } from '../../api/types';
import { grouped } from '../../lib/grouped';
import { useKinds } from './use-kinds';

interface KindSelectProps {
  id?: string;
  value?: string;
  onChange?: (slug: string) => void;
  /** What no kind is called. */
  none?: string;
  'aria-label'?: string;
}

interface Option {
  label: string;
  value?: string;
  title?: string;
  options?: { value: string; label: string }[];
}

const toOption = ({ slug, label }: Kind) => ({ value: slug, label });

/** A kind, found by what its labels contain; a form gives it `id`, `value` and `onChange`. */
export function KindSelect({ value = '', onChange, none = 'None', ...rest }: KindSelectProps) {
  const { kinds, isLoading, error } = useKinds();
  const isUnknown = value !== '' && !kinds.some(({ slug }) => slug === value);
  const groups = grouped(kinds).flatMap(({ label, items }): Option[] =>
    label === '' ? items.map(toOption) : [{ label, title: label, options: items.map(toOption) }],
  );
  return (
    <Select
      {...rest}
      value={value}
      onChange={onChange}
      loading={isLoading}
      status={error === undefined ? undefined : 'warning'}
      showSearch={{ optionFilterProp: 'label' }}
      options={[{ value: '', label: none }, ...(isUnknown ? [{ value, label: value }] : []), ...groups]}
    />
  );
}
