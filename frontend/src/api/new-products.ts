import { api } from './api';
import type { Product } from './types';

interface NewProducts {
  items: Product[];
  /** How many there are in all, which the array call states in a header. */
  total: number;
}

export const newProductsApi = api.injectEndpoints({
  endpoints: (build) => ({
    newProducts: build.query<NewProducts, { limit: number }>({
      query: (params) => ({ url: '/product', params }),
      transformResponse: (items: Product[], meta) => ({
        items,
        total: Number(meta?.response?.headers.get('x-total-count') ?? items.length),
      }),
      providesTags: ['Products'],
    }),
  }),
});

export const { useNewProductsQuery } = newProductsApi;
