import { useSaveNewAddressMutation, useChangeAddressMutation } from '../../api/address-book';
import type { Address, SavedAddress } from '../../api/types';
import { asApiError } from '../../api/problem';
import { useForm } from '../../forms/use-form';
import type { Problem } from '../../forms/use-submit';
import { notify } from '../../ui/notify';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/feedback';
import { RequiredNote } from '../../ui/field';
import { AddressFields } from './address-fields';
import { addressErrors, addressValues, toAddress } from './address-values';
import '../../forms/form-layout.css';

interface AddressFormProps {
  /** The address that is edited; without it, a new one is added. */
  address?: SavedAddress;
  /** What a new one starts with. */
  initial?: Partial<Address>;
  etag: string;
  onDone: () => void;
}

/** Adds an address, or changes one. */
export function AddressForm({ address, initial, etag, onDone }: AddressFormProps) {
  const [add] = useSaveNewAddressMutation();
  const [change] = useChangeAddressMutation();
  const form = useForm({
    initial: addressValues(address ?? initial),
    check: addressErrors,
    toBody: toAddress,
    send: (body, key) =>
      address
        ? change({
            id: address._id,
            etag,
            address: { ...body, ...(address.isDefault && { isDefault: true }) },
          }).unwrap()
        : add({ address: body, key }).unwrap(),
    problemOf: addressProblem,
    onDone: () => {
      void notify('success', address ? 'The address was changed' : 'The address was added');
      onDone();
    },
  });
  return (
    <form
      className="dash-form"
      aria-label={address ? 'Edit the address' : 'Add an address'}
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <RequiredNote />
      <AddressFields bind={form.bind} />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={form.busy}>
          {address ? 'Save the address' : 'Add the address'}
        </Button>
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** After a refused change the addresses are read again, so that the next attempt is of what is there now. */
export function addressProblem(error: unknown): Problem {
  const problem = asApiError(error);
  return problem.status === 412
    ? { errors: {}, detail: 'Your addresses were changed elsewhere. Look at them, then try again.' }
    : problem;
}
