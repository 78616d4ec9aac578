import { api } from './api';
import { etagOf, type Meta } from './etag';
import type { ProductDto } from './generated';
import type { BasketDto, CheckBasketDto, SaveBasketLineDto } from './generated-account';

/** A customer's basket as it was read, and the `ETag` that a change of it sends. */
export interface SavedBasket {
  basket: BasketDto;
  etag: string;
}

const read = (basket: BasketDto, meta: Meta): SavedBasket => ({
  basket,
  etag: etagOf(meta),
});

/** The calls of the basket, apart from those of the account: visitors load no others. */
export const basketApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** By the customer's address, so that another account never finds it. */
    savedBasket: build.query<SavedBasket, string>({
      query: () => '/basket',
      transformResponse: read,
      providesTags: ['Basket'],
    }),
    saveBasket: build.mutation<SavedBasket, { lines: readonly SaveBasketLineDto[]; etag: string }>({
      query: ({ lines, etag }) => ({
        url: '/basket',
        method: 'PUT',
        body: { lines },
        headers: etag ? { 'if-match': etag } : {},
      }),
      transformResponse: read,
    }),
    /** Any lines, checked; nothing is kept. */
    checkedBasket: build.query<BasketDto, CheckBasketDto>({
      query: (body) => ({ url: '/basket/check', method: 'POST', body }),
      // each change asks for another one
      keepUnusedDataFor: 5,
      providesTags: ['Products'],
    }),
    /** Those on sale; the generated client would send one parameter for all. */
    itemsBySku: build.query<ProductDto[], string[]>({
      query: (skus) =>
        `/items/by-sku?${new URLSearchParams(skus.map((sku): [string, string] => ['sku', sku])).toString()}`,
      providesTags: ['Products'],
    }),
  }),
});

export const { useSavedBasketQuery, useCheckedBasketQuery, useItemsBySkuQuery } = basketApi;
