import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { EditableKindDto, ReplaceKindDto } from './generated-admin';

/** A kind as it was read for editing, and the `ETag` that a change of it sends. */
export interface ReadKind {
  kind: EditableKindDto;
  etag: string;
}

const read = (kind: EditableKindDto, meta: Meta): ReadKind => ({
  kind,
  etag: etagOf(meta),
});

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const kindAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    kindToEdit: build.query<ReadKind, { slug: string }>({
      query: ({ slug }) => `/kinds/${encodeURIComponent(slug)}/edit`,
      transformResponse: read,
      // a kept one is not read again by itself: what others do must not change a form that is being filled in
      keepUnusedDataFor: 0,
    }),
    saveKind: build.mutation<ReadKind, { slug: string; etag: string; kind: ReplaceKindDto }>({
      query: ({ slug, etag, kind }) => ({
        url: `/kinds/${encodeURIComponent(slug)}`,
        method: 'PUT',
        body: kind,
        headers: { 'if-match': etag },
      }),
      transformResponse: read,
      invalidatesTags: (_kind, error) => (error ? [] : ['Kinds', 'Products', 'Audit']),
    }),
  }),
});

export const { useLazyKindToEditQuery, useSaveKindMutation } = kindAdminApi;
