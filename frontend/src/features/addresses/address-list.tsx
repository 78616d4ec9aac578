import { useState } from 'react';
import {
  useAddressBookQuery,
  useChangeAddressMutation,
  useDeleteAddressMutation,
} from '../../api/address-book';
import type { SavedAddress, User } from '../../api/types';
import { notify } from '../../ui/notify';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorState, Tag } from '../../ui/feedback';
import { Spinner } from '../../ui/spinner';
import { AddressForm, addressProblem } from './address-form';
import { addressValues, shortAddress, toAddress } from './address-values';
import './addresses.css';

const fail = (error: unknown) => void notify('error', addressProblem(error).detail);

type Open = { what: 'add' } | { what: 'edit' | 'remove'; address: SavedAddress };

/** A customer's addresses: add, edit, remove, make one the default. */
export function AddressList({ user }: { user: User }) {
  const book = useAddressBookQuery(user.email);
  const [change, changing] = useChangeAddressMutation();
  const [remove, removing] = useDeleteAddressMutation();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  if (book.error && !book.data) return <ErrorState error={book.error} retry={book.refetch} />;
  if (!book.data) return <Spinner label="Loading your addresses" />;
  const { addresses, etag } = book.data;

  const makeDefault = (address: SavedAddress) =>
    change({
      id: address._id,
      etag,
      address: { ...toAddress(addressValues(address)), isDefault: true },
    })
      .unwrap()
      .catch(fail);
  const removeNow = (address: SavedAddress) =>
    remove({ id: address._id, etag })
      .unwrap()
      .then(() => notify('success', 'The address was removed'), fail)
      .finally(close);

  return (
    <>
      {addresses.length === 0 ? (
        <p className="muted">No address yet. The first one is filled in wherever an address is asked for.</p>
      ) : (
        <ul className="address-list">
          {addresses.map((address) => (
            <li key={address._id} className="address-list__item">
              <p className="address-list__text">{address.text}</p>
              <div className="address-list__actions">
                {address.isDefault ? (
                  <Tag tone="ok">Default</Tag>
                ) : (
                  <Button
                    look="secondary"
                    small
                    busy={changing.isLoading}
                    aria-label={`Make default: ${shortAddress(address)}`}
                    onClick={() => void makeDefault(address)}
                  >
                    Make default
                  </Button>
                )}
                <Button
                  look="secondary"
                  small
                  aria-label={`Edit: ${shortAddress(address)}`}
                  onClick={() => setOpen({ what: 'edit', address })}
                >
                  Edit
                </Button>
                <Button
                  look="secondary"
                  small
                  aria-label={`Remove: ${shortAddress(address)}`}
                  onClick={() => setOpen({ what: 'remove', address })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button look="secondary" onClick={() => setOpen({ what: 'add' })}>
        Add an address
      </Button>
      <Dialog
        title={open?.what === 'edit' ? 'Edit the address' : 'Add an address'}
        open={open?.what === 'add' || open?.what === 'edit'}
        onClose={close}
      >
        <AddressForm
          address={open?.what === 'edit' ? open.address : undefined}
          initial={{ name: user.name }}
          etag={etag}
          onDone={close}
        />
      </Dialog>
      <Dialog title="Remove the address?" open={open?.what === 'remove'} onClose={close}>
        {open?.what === 'remove' && (
          <>
            <p className="address-list__text">{open.address.text}</p>
            <p className="muted">Orders that were placed with it keep it.</p>
            <div className="dialog__foot">
              <Button look="secondary" onClick={close}>
                Keep it
              </Button>
              <Button busy={removing.isLoading} onClick={() => void removeNow(open.address)}>
                Remove
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}
