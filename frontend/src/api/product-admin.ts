import { api } from './api';
import type { EditProductDto, ImportResultDto, ManagedProductDto } from './generated-account';

/** A product as it was read for editing, and the `ETag` that an edit of it sends. */
export interface ReadProduct {
  product: ManagedProductDto;
  etag: string;
}

/** What a file would change, and the `ETag` that makes the import conditional on it. */
export interface ImportPreview {
  result: ImportResultDto;
  etag: string;
}

const etagOf = (meta: { response?: Response } | undefined): string =>
  meta?.response?.headers.get('etag') ?? '';
const CSV = { 'content-type': 'text/csv' };

/** The calls whose `ETag` matters; the generated client does not show response headers. */
export const productAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    productToEdit: build.query<ReadProduct, { id: string }>({
      query: ({ id }) => `/items/${id}/edit`,
      transformResponse: (product: ManagedProductDto, meta) => ({ product, etag: etagOf(meta) }),
      providesTags: ['Products'],
    }),
    editProduct: build.mutation<ReadProduct, { id: string; etag: string; edit: EditProductDto }>({
      query: ({ id, etag, edit }) => ({
        url: `/items/${id}`,
        method: 'PATCH',
        body: edit,
        headers: { 'if-match': etag },
      }),
      transformResponse: (product: ManagedProductDto, meta) => ({ product, etag: etagOf(meta) }),
      invalidatesTags: (_product, error) => (error ? [] : ['Products', 'Audit']),
    }),
    previewImport: build.mutation<ImportPreview, { file: Blob }>({
      query: ({ file }) => ({
        url: '/items/import?dryRun=true',
        method: 'POST',
        body: file,
        headers: CSV,
      }),
      transformResponse: (result: ImportResultDto, meta) => ({ result, etag: etagOf(meta) }),
    }),
    importProducts: build.mutation<ImportResultDto, { file: Blob; etag: string; key: string }>({
      query: ({ file, etag, key }) => ({
        url: '/items/import',
        method: 'POST',
        body: file,
        headers: { ...CSV, 'if-match': etag, 'idempotency-key': key },
      }),
      invalidatesTags: ['Products', 'Audit'],
    }),
  }),
});

export const {
  useProductToEditQuery,
  useLazyProductToEditQuery,
  useEditProductMutation,
  usePreviewImportMutation,
  useImportProductsMutation,
} = productAdminApi;
