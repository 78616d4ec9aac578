import { generatedApi } from './generated';

/** What the shop's public pages call, with its cache rules. */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    listItems: { providesTags: ['Products'] },
    listKinds: { providesTags: ['Products'] },
    getKind: { providesTags: ['Products'] },
    searchItems: { providesTags: ['Products'] },
    countItems: { providesTags: ['Products'] },
    getItem: { providesTags: ['Products'] },

    listReviews: { providesTags: ['Reviews'] },
    searchReviews: { providesTags: ['Reviews'] },
    checkAdmin: { providesTags: ['Admin'] },
  },
});

export const {
  useListItemsQuery,
  useListKindsQuery,
  useGetKindQuery,
  useSearchItemsQuery,
  useCountItemsQuery,
  useGetItemQuery,
  useListReviewsQuery,
  useSearchReviewsQuery,
  useCheckAdminQuery,
  useSubscribeMutation,
  useGetConfigQuery,
} = api;
