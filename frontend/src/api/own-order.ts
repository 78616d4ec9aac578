import { accountApi } from './account-api';
import { etagOf, type Meta } from './etag';
import type { OwnOrderDto } from './generated-account';

/** A customer's own order, and the `ETag` that a change of it sends. */
export interface ReadOwnOrder {
  order: OwnOrderDto;
  etag: string;
}

/** The read whose `ETag` matters; the generated client does not show response headers. */
export const ownOrderApi = accountApi.injectEndpoints({
  endpoints: (build) => ({
    ownOrderToChange: build.query<ReadOwnOrder, { number: string }>({
      query: ({ number }) => `/orders/${encodeURIComponent(number)}`,
      transformResponse: (order: OwnOrderDto, meta: Meta) => ({
        order,
        etag: etagOf(meta),
      }),
      providesTags: ['Orders'],
    }),
  }),
});

export const { useOwnOrderToChangeQuery } = ownOrderApi;
