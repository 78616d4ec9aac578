import { generatedAccountApi } from './generated-account';

/** What an admin can do with an order moves stock, and leaves or enters the reconciliation. */
export const ORDER_CHANGE = ['Orders', 'Products', 'Reconciliation', 'Audit'] as const;

/**
 * What customers call, with its cache rules; `admin-api.ts` has what admins call besides. A write names the lists it makes
 * stale; orders move stock, so they also make products stale.
 */
export const accountApi = generatedAccountApi.enhanceEndpoints({
  endpoints: {
    listPurchasesOf: { providesTags: ['Orders'] },
    searchPurchases: { providesTags: ['Orders'] },
    getBasket: { providesTags: ['Basket'] },
    replaceBasket: { invalidatesTags: ['Basket'] },
    getOwnOrder: { providesTags: ['Orders'] },
    putBackOrder: { invalidatesTags: ['Orders'] },
    getOrderToPay: { providesTags: ['Orders'] },
    // What was ordered is in the basket no more; a refusal may say that parts have changed.
    placeOrder: {
      invalidatesTags: (_order, error) => (error ? ['Products'] : ['Orders', 'Products', 'Basket']),
    },
    createPurchase: { invalidatesTags: (_order, error) => (error ? ['Products'] : ['Orders', 'Products']) },
    removePurchase: { invalidatesTags: [...ORDER_CHANGE] },
    getLinkedOrder: { providesTags: ['Orders'] },
    confirmLinkedPayment: { invalidatesTags: ['Orders'] },
    // A refused one may have been paid, or cancelled, meanwhile.
    cancelOrderLine: { invalidatesTags: [...ORDER_CHANGE] },
    confirmPayment: { invalidatesTags: ['Orders', 'Reconciliation'] },
    createReview: { invalidatesTags: ['Reviews'] },
    getUser: { providesTags: ['Users'] },
    updateUser: { invalidatesTags: ['Users'] },
    getMailPreferences: { providesTags: ['Users'] },
    setMailPreferences: { invalidatesTags: ['Users'] },
    listOwnStockAlerts: { providesTags: ['StockAlerts'] },
    requestOwnStockAlert: { invalidatesTags: ['StockAlerts'] },
    stopOwnStockAlert: { invalidatesTags: ['StockAlerts'] },
    confirmStockAlert: { invalidatesTags: ['StockAlerts'] },
    stopStockAlert: { invalidatesTags: ['StockAlerts'] },
  },
});

export const {
  useCreatePurchaseMutation,
  useListPurchasesOfQuery,
  useRemovePurchaseMutation,
  useCancelOrderLineMutation,
  useSearchPurchasesQuery,
  useGetOwnOrderQuery,
  usePutBackOrderMutation,
  useCheckBasketMutation,
  useGetOrderToPayQuery,
  useCreatePaymentIntentMutation,
  useConfirmPaymentMutation,
  useGetLinkedOrderQuery,
  useCreateLinkedIntentMutation,
  useConfirmLinkedPaymentMutation,
  useCreateReviewMutation,
  useGetUserQuery,
  useUpdateUserMutation,
  useRequestStockAlertMutation,
  useRequestOwnStockAlertMutation,
  useGetAlertToConfirmQuery,
  useConfirmStockAlertMutation,
  useGetAlertToStopQuery,
  useStopStockAlertMutation,
  useListOwnStockAlertsQuery,
  useStopOwnStockAlertMutation,
  useGetMailPreferencesQuery,
  useSetMailPreferencesMutation,
} = accountApi;
