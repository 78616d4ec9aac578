import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { UpdateWebhookEndpointDto, WebhookEndpointDto } from './generated-admin';

/** An endpoint as it was read, and the `ETag` that a change of it sends. */
export interface ReadEndpoint {
  endpoint: WebhookEndpointDto;
  etag: string;
}

const read = (endpoint: WebhookEndpointDto, meta: Meta): ReadEndpoint => ({
  endpoint,
  etag: etagOf(meta),
});

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const webhookAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    // what others do meanwhile must not change a form that is being filled in
    webhookToEdit: build.query<ReadEndpoint, { id: string }>({
      query: ({ id }) => `/webhook-endpoints/${encodeURIComponent(id)}`,
      transformResponse: read,
      keepUnusedDataFor: 0,
    }),
    editWebhook: build.mutation<unknown, { id: string; etag: string; changes: UpdateWebhookEndpointDto }>({
      query: ({ id, etag, changes }) => ({
        url: `/webhook-endpoints/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: changes,
        headers: { 'if-match': etag },
      }),
      // a stale one is read again
      invalidatesTags: (_endpoint, error) => (error ? ['Webhooks'] : ['Webhooks', 'Audit']),
    }),
  }),
});

export const { useLazyWebhookToEditQuery, useEditWebhookMutation } = webhookAdminApi;
