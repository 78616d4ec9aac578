import { accountApi } from './account-api';

/** The calls of the checkout; their cache rules are with those of the account. */
export const {
  useGetOwnOrderQuery,
  useLazyGetBasketQuery,
  useListDeliveryMethodsQuery,
  usePlaceOrderMutation,
} = accountApi;
