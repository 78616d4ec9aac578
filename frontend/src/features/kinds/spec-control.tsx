import { Input, Radio, Select } from 'antd';
import type { Spec } from '../../api/types';
import { NOT_STATED } from './spec-text';
import type { TypedSpec } from './typed-specs';

interface SpecControlProps {
  spec: Spec;
  id?: string;
  value?: TypedSpec;
  onChange?: (value: TypedSpec) => void;
  /** Whether "Not stated" is none of its values. */
  isKnown?: boolean;
}

const FLAGS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: '', label: NOT_STATED },
];

/** The control of a specification by its type; a form gives it `id`, `value` and `onChange`. */
export function SpecControl({ spec, value = '', onChange, isKnown = false, ...rest }: SpecControlProps) {
  const options = spec.options.map(({ value: option, label, aliases }) => ({
    value: option,
    label,
    found: [label, option, ...aliases].join(' '),
  }));
  const shared = {
    ...rest,
    options,
    allowClear: true,
    placeholder: isKnown ? undefined : NOT_STATED,
    showSearch: { optionFilterProp: 'found' },
  };
  if (spec.type === 'choice')
    return (
      <Select<string>
        {...shared}
        value={value === '' ? undefined : String(value)}
        onChange={(chosen: string | undefined) => onChange?.(chosen ?? '')}
      />
    );
  if (spec.type === 'choices')
    return (
      <Select<string[]>
        {...shared}
        mode="multiple"
        value={value === '' ? [] : [value].flat()}
        onChange={(chosen) => onChange?.(chosen)}
      />
    );
  if (spec.type === 'flag')
    return (
      <Radio.Group
        {...rest}
        aria-label={spec.label}
        options={isKnown ? FLAGS.slice(0, 2) : FLAGS}
        value={value}
        onChange={({ target }) => onChange?.(target.value as string)}
      />
    );
  return (
    <Input
      {...rest}
      value={value}
      autoComplete="off"
      maxLength={200}
      suffix={spec.type === 'number' ? spec.unit : undefined}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

/** What a number may be, as its field says it: `1 to 600, at most 1 decimal`. */
export function specHint({ type, min, max, decimals = 0, zero }: Spec): string | undefined {
  if (type !== 'number') return undefined;
  const range =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `From ${min}`
        : max !== undefined
          ? `Up to ${max}`
          : '';
  const places =
    decimals === 0 ? '' : `${range ? 'at' : 'At'} most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  const none = zero === 'none' ? '0 for none' : '';
  return [range, places, none].filter(Boolean).join(', ') || undefined;
}
