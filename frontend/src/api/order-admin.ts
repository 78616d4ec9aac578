import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { AddressDto, OrderDetailDto } from './generated-admin';

/** An order with all that an admin needs to decide about it, and the `ETag` that a change of it sends. */
export interface ReadOrder {
  order: OrderDetailDto;
  etag: string;
}

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const orderAdminApi = api.injectEndpoints({
  endpoints: (build) => {
    const read = {
      query: ({ id }: { id: string }) => `/purchases/${encodeURIComponent(id)}`,
      transformResponse: (order: OrderDetailDto, meta: Meta): ReadOrder => ({
        order,
        etag: etagOf(meta),
      }),
    };
    return {
      orderToChange: build.query<ReadOrder, { id: string }>({ ...read, providesTags: ['Orders'] }),
      // what others do meanwhile must not change a form that is being filled in
      orderToEdit: build.query<ReadOrder, { id: string }>({ ...read, keepUnusedDataFor: 0 }),
      editOrderAddress: build.mutation<unknown, { id: string; etag: string; address: AddressDto }>({
        query: ({ id, etag, address }) => ({
          url: `/purchases/${encodeURIComponent(id)}/address`,
          method: 'PATCH',
          body: address,
          headers: { 'if-match': etag },
        }),
        invalidatesTags: (_order, error) => (error ? [] : ['Orders', 'Audit']),
      }),
    };
  },
});

export const { useOrderToChangeQuery, useLazyOrderToEditQuery, useEditOrderAddressMutation } = orderAdminApi;
