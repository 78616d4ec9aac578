import { accountApi } from './account-api';
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
      transformResponse: (order: OwnOrderDto, meta: { response?: Response } | undefined) => ({
        order,
        etag: meta?.response?.headers.get('etag') ?? '',
      }),
      providesTags: ['Orders'],
    }),
  }),
});

export const { useOwnOrderToChangeQuery } = ownOrderApi;
