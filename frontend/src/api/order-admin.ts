import { api } from './api';
import type { AddressDto, OrderDetailDto } from './generated-admin';

/** An order as it was read for editing, and the `ETag` that a change of it sends. */
export interface ReadOrder {
  order: OrderDetailDto;
  etag: string;
}

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const orderAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderToEdit: build.query<ReadOrder, { id: string }>({
      query: ({ id }) => `/purchases/${encodeURIComponent(id)}`,
      transformResponse: (order: OrderDetailDto, meta: { response?: Response } | undefined): ReadOrder => ({
        order,
        etag: meta?.response?.headers.get('etag') ?? '',
      }),
      // what others do meanwhile must not change a form that is being filled in
      keepUnusedDataFor: 0,
    }),
    editOrderAddress: build.mutation<unknown, { id: string; etag: string; address: AddressDto }>({
      query: ({ id, etag, address }) => ({
        url: `/purchases/${encodeURIComponent(id)}/address`,
        method: 'PATCH',
        body: address,
        headers: { 'if-match': etag },
      }),
      invalidatesTags: (_order, error) => (error ? [] : ['Orders', 'Audit']),
    }),
  }),
});

export const { useLazyOrderToEditQuery, useEditOrderAddressMutation } = orderAdminApi;
