import { api } from './api';
import { etagOf } from './etag';
import type { EditProductDto, ImportResultDto, ManagedProductDto } from './generated-admin';

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

/** How a file is read. */
export interface ImportOptions {
  /** The kind of rows that name none. */
  kind?: string;
  /** Whether rows with errors are left out, instead of nothing being imported. */
  skipInvalid?: true;
}

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
    previewImport: build.mutation<ImportPreview, { file: Blob } & Pick<ImportOptions, 'kind'>>({
      query: ({ file, kind }) => ({
        url: '/items/import',
        params: { dryRun: true, kind },
        method: 'POST',
        body: file,
        headers: CSV,
      }),
      transformResponse: (result: ImportResultDto, meta) => ({ result, etag: etagOf(meta) }),
    }),
    importProducts: build.mutation<
      ImportResultDto,
      { file: Blob; etag: string; key: string } & ImportOptions
    >({
      query: ({ file, etag, key, kind, skipInvalid }) => ({
        url: '/items/import',
        params: { kind, skipInvalid },
        method: 'POST',
        body: file,
        headers: { ...CSV, 'if-match': etag, 'idempotency-key': key },
      }),
      invalidatesTags: ['Products', 'Audit'],
    }),
    rejectedRows: build.mutation<string, { file: Blob } & Pick<ImportOptions, 'kind'>>({
      query: ({ file, kind }) => ({
        url: '/items/import/rejected',
        params: { kind },
        method: 'POST',
        body: file,
        headers: CSV,
        // an error is a document of the API's
        responseHandler: async (response) =>
          response.ok ? response.text() : ((await response.json()) as unknown),
      }),
    }),
  }),
});

export const {
  useProductToEditQuery,
  useLazyProductToEditQuery,
  useEditProductMutation,
  usePreviewImportMutation,
  useImportProductsMutation,
  useRejectedRowsMutation,
} = productAdminApi;
