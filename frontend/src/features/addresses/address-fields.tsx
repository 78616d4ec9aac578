import type { ComponentProps } from 'react';
import { COUNTRIES } from '../../lib/countries';
import { Input, Select } from '../../ui/field';
import type { AddressField } from './address-values';
import './addresses.css';

interface AddressFieldsProps {
  /** `bind` of the form. */
  bind: (name: AddressField) => ComponentProps<'input'> & ComponentProps<'select'> & { error?: string };
  /** What is wrong with the country, where it is not the form that says so. */
  countryError?: string;
}

/** The fields of an address, as browsers know them. */
export function AddressFields({ bind, countryError }: AddressFieldsProps) {
  const country = bind('country');
  return (
    <div className="address-fields">
      <Input label="Name" required autoComplete="name" maxLength={100} {...bind('name')} />
      <Input label="Company" autoComplete="organization" maxLength={100} {...bind('company')} />
      <Input
        label="Street and number"
        required
        autoComplete="address-line1"
        maxLength={100}
        {...bind('line1')}
      />
      <Input label="Building, floor, gate" autoComplete="address-line2" maxLength={100} {...bind('line2')} />
      <Input label="City" required autoComplete="address-level2" maxLength={100} {...bind('city')} />
      <Input label="State or region" autoComplete="address-level1" maxLength={100} {...bind('region')} />
      <Input label="Postal code" required autoComplete="postal-code" maxLength={20} {...bind('postalCode')} />
      <Select
        label="Country"
        required
        autoComplete="country"
        {...country}
        error={country.error ?? countryError}
      >
        <option value="">Choose a country</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
