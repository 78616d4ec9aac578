import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { DeliverySettingsDto, SaveDeliverySettingsDto } from './generated-admin';

/** Delivery methods and tax rates as they were read, and the `ETag` that a change of them sends. */
export interface ReadDelivery {
  settings: DeliverySettingsDto;
  etag: string;
}

const read = (settings: DeliverySettingsDto, meta: Meta): ReadDelivery => ({
  settings,
  etag: etagOf(meta),
});

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const deliveryAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    deliveryToEdit: build.query<ReadDelivery, void>({
      query: () => '/delivery/settings',
      transformResponse: read,
      providesTags: ['Delivery'],
    }),
    saveDelivery: build.mutation<ReadDelivery, { etag: string; settings: SaveDeliverySettingsDto }>({
      query: ({ etag, settings }) => ({
        url: '/delivery/settings',
        method: 'PUT',
        body: settings,
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      // A stale one is read again, so that it can be repeated.
      invalidatesTags: ['Delivery', 'Audit'],
    }),
  }),
});

export const { useDeliveryToEditQuery, useSaveDeliveryMutation } = deliveryAdminApi;
