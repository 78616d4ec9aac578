import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { ManagedReviewDto } from './generated-admin';

/** A review as it was read, and the `ETag` that every change of it sends. */
export interface ReadReview {
  review: ManagedReviewDto;
  etag: string;
}

interface Change {
  id: string;
  etag: string;
}

const read = (review: ManagedReviewDto, meta: Meta): ReadReview => ({
  review,
  etag: etagOf(meta),
});
/** A refused change may be one of a review that somebody else has changed: it is read again. */
const STALE = ['Reviews', 'Audit'] as const;

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const reviewAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    reviewToModerate: build.query<ReadReview, string>({
      query: (id) => `/review/${id}`,
      transformResponse: read,
      providesTags: ['Reviews'],
    }),
    hideReviewRead: build.mutation<ReadReview, Change & { reason: string }>({
      query: ({ id, etag, reason }) => ({
        url: `/review/${id}/hidden`,
        method: 'PUT',
        body: { reason },
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: [...STALE],
    }),
    unhideReviewRead: build.mutation<ReadReview, Change>({
      query: ({ id, etag }) => ({
        url: `/review/${id}/hidden`,
        method: 'DELETE',
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: [...STALE],
    }),
    replyToReviewRead: build.mutation<ReadReview, Change & { text: string }>({
      query: ({ id, etag, text }) => ({
        url: `/review/${id}/reply`,
        method: 'PUT',
        body: { text },
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: [...STALE],
    }),
    removeReplyRead: build.mutation<ReadReview, Change>({
      query: ({ id, etag }) => ({
        url: `/review/${id}/reply`,
        method: 'DELETE',
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: [...STALE],
    }),
  }),
});

export const {
  useReviewToModerateQuery,
  useHideReviewReadMutation,
  useUnhideReviewReadMutation,
  useReplyToReviewReadMutation,
  useRemoveReplyReadMutation,
} = reviewAdminApi;
