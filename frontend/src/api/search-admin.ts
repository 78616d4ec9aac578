import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { SynonymGroupDto, SynonymsDto } from './generated-admin';

/** The synonyms as they were read, and the `ETag` that a change of them sends. */
export interface ReadSynonyms {
  groups: SynonymGroupDto[];
  etag: string;
}

const read = ({ groups }: SynonymsDto, meta: Meta): ReadSynonyms => ({
  groups,
  etag: etagOf(meta),
});

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const searchAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    synonymsToEdit: build.query<ReadSynonyms, void>({
      query: () => '/search/synonyms',
      transformResponse: read,
      providesTags: ['Synonyms'],
    }),
    saveSynonyms: build.mutation<ReadSynonyms, ReadSynonyms>({
      query: ({ groups, etag }) => ({
        url: '/search/synonyms',
        method: 'PUT',
        body: { groups },
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      // Stale ones are read again, so that a change can be repeated. Lists and counts are of what a search finds.
      invalidatesTags: (_synonyms, error) => (error ? ['Synonyms'] : ['Synonyms', 'Products', 'Audit']),
    }),
  }),
});

export const { useSynonymsToEditQuery, useSaveSynonymsMutation } = searchAdminApi;
