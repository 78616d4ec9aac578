import { Select } from 'antd';
import { type ComponentProps, useState } from 'react';
import { COUNTRIES } from '../../../lib/countries';

const OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/**
 * Countries by name; found by what their names contain. Only what was searched for is marked: Tab chooses what is marked, and
 * would otherwise add the first country of all.
 */
export function CountrySelect(props: Pick<ComponentProps<typeof Select>, 'mode' | 'placeholder' | 'id'>) {
  const [searched, setSearched] = useState('');
  return (
    <Select
      {...props}
      options={OPTIONS}
      defaultActiveFirstOption={searched !== ''}
      showSearch={{ optionFilterProp: 'label', onSearch: setSearched }}
      onSelect={() => setSearched('')}
    />
  );
}

const DOLLARS = /^\d{1,6}(\.\d{1,2})?$/;

/** A rule for a field of dollars; an empty one is another rule's. */
export const dollarsRule = (most: number) => ({
  validator: (_rule: unknown, text = '') =>
    text.trim() === '' || (DOLLARS.test(text.trim()) && Number(text) <= most)
      ? Promise.resolve()
      : Promise.reject(new Error('Enter dollars with at most two decimals, such as 14.90.')),
});
