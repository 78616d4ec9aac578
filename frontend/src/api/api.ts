import { generatedApi } from './generated';

/**
 * The generated client with its cache rules, all of them here. A write names the lists it makes stale;
 * orders move stock, so they also make products stale.
 */
export const api = generatedApi.enhanceEndpoints({
  addTagTypes: [
    'Products',
    'Orders',
    'Reviews',
    'Users',
    'Admin',
    'Reconciliation',
    'PaymentLab',
    'SavedViews',
    'Audit',
  ],
  endpoints: {
    listItems: { providesTags: ['Products'] },
    listKinds: { providesTags: ['Products'] },
    searchItems: { providesTags: ['Products'] },
    countItems: { providesTags: ['Products'] },
    getItem: { providesTags: ['Products'] },
    createProduct: { invalidatesTags: ['Products'] },
    deleteItem: { invalidatesTags: ['Products'] },
    searchManagedItems: { providesTags: ['Products'] },
    restockItem: { invalidatesTags: ['Products'] },
    archiveItem: { invalidatesTags: ['Products'] },
    unarchiveItem: { invalidatesTags: ['Products'] },
    restoreItem: { invalidatesTags: ['Products'] },
    // A dry run changes nothing.
    changePrices: {
      invalidatesTags: (_r, _e, { bulkPriceDto }) => (bulkPriceDto.dryRun ? [] : ['Products']),
    },
    changeStock: { invalidatesTags: (_r, _e, { bulkStockDto }) => (bulkStockDto.dryRun ? [] : ['Products']) },
    archiveItems: {
      invalidatesTags: (_r, _e, { bulkItemsDto }) => (bulkItemsDto.dryRun ? [] : ['Products']),
    },

    listPurchasesOf: { providesTags: ['Orders'] },
    listPurchases: { providesTags: ['Orders'] },
    searchPurchases: { providesTags: ['Orders'] },
    countPurchases: { providesTags: ['Orders'] },
    getPurchase: { providesTags: ['Orders'] },
    addOrderNote: { invalidatesTags: ['Orders'] },
    bulkShipPurchases: { invalidatesTags: (result) => (result?.dryRun ? [] : ['Orders']) },
    bulkCancelPurchases: { invalidatesTags: (result) => (result?.dryRun ? [] : ['Orders', 'Products']) },
    getOrderToPay: { providesTags: ['Orders'] },
    createPurchase: { invalidatesTags: (_order, error) => (error ? ['Products'] : ['Orders', 'Products']) },
    removePurchase: { invalidatesTags: ['Orders', 'Products'] },
    shipPurchase: { invalidatesTags: ['Orders'] },
    confirmPayment: { invalidatesTags: ['Orders'] },
    // A refund returns stock, and a resolved payment leaves the reconciliation; a refused one may have changed it.
    refundPurchase: { invalidatesTags: ['Orders', 'Products', 'Reconciliation'] },
    reconcilePayments: { providesTags: ['Reconciliation'] },
    settlePayment: { invalidatesTags: ['Orders', 'Products', 'Reconciliation'] },
    refundPayment: { invalidatesTags: ['Orders', 'Products', 'Reconciliation'] },

    listReviews: { providesTags: ['Reviews'] },
    searchReviews: { providesTags: ['Reviews'] },
    searchManagedReviews: { providesTags: ['Reviews'] },
    createReview: { invalidatesTags: ['Reviews'] },

    listUsers: { providesTags: ['Users'] },
    searchUsers: { providesTags: ['Users'] },
    getUser: { providesTags: ['Users'] },
    updateUser: { invalidatesTags: ['Users'] },
    makeAdmin: { invalidatesTags: ['Users', 'Admin', 'Audit'] },
    removeAdmin: { invalidatesTags: ['Users', 'Admin', 'Audit'] },
    removeUser: { invalidatesTags: ['Users', 'Orders', 'Audit'] },
    checkAdmin: { providesTags: ['Admin'] },

    listSavedViews: { providesTags: ['SavedViews'] },
    createSavedView: { invalidatesTags: ['SavedViews'] },
    // A stale one is read again, so that it can be compared.
    updateSavedView: { invalidatesTags: ['SavedViews'] },
    removeSavedView: { invalidatesTags: ['SavedViews'] },

    // Shown at once; taken back when it could not be kept.
    setListSettings: {
      onQueryStarted: ({ list, listSettingsDto }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          generatedApi.util.updateQueryData('getListSettings', { list }, () => listSettingsDto),
        );
        queryFulfilled.catch(() => shown.undo());
      },
    },

    searchAuditLog: { providesTags: ['Audit'] },

    uploadImage: (endpoint) => {
      // The generated code would send JSON; the call takes a multipart form with the field `image`.
      endpoint.query = ({ body }) => {
        const form = new FormData();
        form.append('image', body.image);
        return { url: '/images', method: 'POST', body: form };
      };
    },
  },
});

export const {
  useListItemsQuery,
  useListKindsQuery,
  useSearchItemsQuery,
  useCountItemsQuery,
  useGetItemQuery,
  useCreateProductMutation,
  useDeleteItemMutation,
  useSearchManagedItemsQuery,
  useRestockItemMutation,
  useArchiveItemMutation,
  useUnarchiveItemMutation,
  useRestoreItemMutation,
  useChangePricesMutation,
  useChangeStockMutation,
  useArchiveItemsMutation,
  useCreatePurchaseMutation,
  useListPurchasesOfQuery,
  useRemovePurchaseMutation,
  useShipPurchaseMutation,
  useSearchPurchasesQuery,
  useCountPurchasesQuery,
  useGetPurchaseQuery,
  useAddOrderNoteMutation,
  useGetOrderToPayQuery,
  useCreatePaymentIntentMutation,
  useConfirmPaymentMutation,
  useRefundPurchaseMutation,
  useReconcilePaymentsQuery,
  useSettlePaymentMutation,
  useGetOverviewQuery,
  useRefundPaymentMutation,
  useListReviewsQuery,
  useSearchReviewsQuery,
  useSearchManagedReviewsQuery,
  useCreateReviewMutation,
  useGetUserQuery,
  useUpdateUserMutation,
  useSearchUsersQuery,
  useMakeAdminMutation,
  useRemoveAdminMutation,
  useRemoveUserMutation,
  useCheckAdminQuery,
  useSearchAuditLogQuery,
  useGetAuditEntryQuery,
  useSubscribeMutation,
  useGetConfigQuery,
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useRemoveSavedViewMutation,
  useGetListSettingsQuery,
  useSetListSettingsMutation,
} = api;

/** One key for each form shown: a double click or a retry after a lost response makes one order. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
