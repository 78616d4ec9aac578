import type { ComponentProps } from 'react';
import type { SavedAddress } from '../../../api/types';
import { AddressFields } from '../../../features/addresses/address-fields';
import { shortAddress } from '../../../features/addresses/address-values';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { Choice } from './choice';
import { NEW, savedOf, type CheckoutValues } from './checkout-values';

type Bound = ComponentProps<'input'> & ComponentProps<'select'> & ComponentProps<'textarea'>;

export interface StepProps {
  values: CheckoutValues;
  set: (name: keyof CheckoutValues, value: string) => void;
  bind: (name: keyof CheckoutValues) => Bound & { error?: string };
}

interface AddressStepProps extends StepProps {
  addresses: readonly SavedAddress[];
  /** Why nothing can be delivered there. */
  notDelivered: string | undefined;
}

/** Where it goes: an address of the account, or a new one. */
export function AddressStep({ values, set, bind, addresses, notDelivered }: AddressStepProps) {
  const saved = savedOf(values, addresses);
  const choose = (id: string) => set('saved', id);
  return (
    <section className="checkout__panel" aria-labelledby="checkout-address">
      <h2 id="checkout-address">1. Address</h2>
      <RequiredNote />
      {addresses.length > 0 && (
        <fieldset className="choices">
          <legend className="visually-hidden">Deliver to</legend>
          {addresses.map((address) => (
            <Choice
              key={address._id}
              name="saved"
              value={address._id}
              checked={saved?._id === address._id}
              onChoose={choose}
            >
              <span className="checkout__stack">
                <strong>{[address.name, address.company].filter(Boolean).join(', ')}</strong>
                <span>{shortAddress(address)}</span>
              </span>
            </Choice>
          ))}
          <Choice name="saved" value={NEW} checked={!saved} onChoose={choose}>
            <strong>Another address</strong>
          </Choice>
        </fieldset>
      )}
      {saved && notDelivered && <Alert tone="bad">{notDelivered}</Alert>}
      {!saved && (
        <>
          <AddressFields bind={bind} countryError={notDelivered} />
          <label className="address-check">
            <input
              type="checkbox"
              checked={values.keep === 'yes'}
              onChange={({ target }) => set('keep', target.checked ? 'yes' : '')}
            />
            Save this address to my account
          </label>
        </>
      )}
      <Contact bind={bind} />
    </section>
  );
}

/** A component of its own, so that its fields come after those of the address: the first one at fault gets the focus. */
const Contact = ({ bind }: Pick<StepProps, 'bind'>) => (
  <div className="address-fields">
    <Input
      label="Phone"
      required
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      {...bind('phone')}
    />
    <Input label="VAT id" hint="Of a business" autoComplete="off" maxLength={20} {...bind('vatId')} />
  </div>
);
