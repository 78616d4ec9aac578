import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { AddressBookDto, SaveAddressDto, SavedAddressDto } from './generated-account';

/** A customer's addresses as they were read, and the `ETag` that a change of one sends. */
export interface ReadAddressBook {
  addresses: SavedAddressDto[];
  etag: string;
}

const read = ({ addresses }: AddressBookDto, meta: Meta): ReadAddressBook => ({
  addresses,
  etag: etagOf(meta),
});

interface Change {
  id: string;
  etag: string;
}

/** The calls whose `ETag` matters; the generated client does not show response headers. A refused change may be a stale one. */
export const addressBookApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By the customer's e-mail address, so that another account never finds it. */
    addressBook: build.query<ReadAddressBook, string>({
      query: () => '/addresses',
      transformResponse: read,
      providesTags: ['Addresses'],
    }),
    saveNewAddress: build.mutation<ReadAddressBook, { address: SaveAddressDto; key: string }>({
      query: ({ address, key }) => ({
        url: '/addresses',
        method: 'POST',
        body: address,
        headers: { 'idempotency-key': key },
      }),
      transformResponse: read,
      invalidatesTags: ['Addresses'],
    }),
    changeAddress: build.mutation<ReadAddressBook, Change & { address: SaveAddressDto }>({
      query: ({ id, etag, address }) => ({
        url: `/addresses/${id}`,
        method: 'PUT',
        body: address,
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: ['Addresses'],
    }),
    deleteAddress: build.mutation<ReadAddressBook, Change>({
      query: ({ id, etag }) => ({
        url: `/addresses/${id}`,
        method: 'DELETE',
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: ['Addresses'],
    }),
  }),
});

export const {
  useAddressBookQuery,
  useSaveNewAddressMutation,
  useChangeAddressMutation,
  useDeleteAddressMutation,
} = addressBookApi;
