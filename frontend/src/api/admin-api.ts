import { ORDER_CHANGE } from './account-api';
import { generatedAdminApi } from './generated-admin';

/** What a change of a product by an admin makes stale. */
const PRODUCT_CHANGE = ['Products', 'Audit'] as const;
/** Without a product, nothing can be ordered again. */
const PRODUCT_REMOVAL = [...PRODUCT_CHANGE, 'Orders'] as const;
/** A kind says how its parts are shown. */
const KIND_CHANGE = ['Kinds', 'Products', 'Audit'] as const;

const ROLE_CHANGE = ['Users', 'Admin', 'Audit'] as const;

/** What admins call, with its cache rules: see `account-api.ts`. */
export const adminApi = generatedAdminApi.enhanceEndpoints({
  endpoints: {
    createProduct: { invalidatesTags: [...PRODUCT_CHANGE] },
    deleteItem: { invalidatesTags: [...PRODUCT_REMOVAL] },
    searchManagedItems: { providesTags: ['Products'] },
    countManagedItems: { providesTags: ['Products'] },
    restockItem: { invalidatesTags: [...PRODUCT_CHANGE] },
    archiveItem: { invalidatesTags: [...PRODUCT_REMOVAL] },
    unarchiveItem: { invalidatesTags: [...PRODUCT_REMOVAL] },
    restoreItem: { invalidatesTags: [...PRODUCT_REMOVAL] },
    // A dry run changes nothing.
    changePrices: {
      invalidatesTags: (_r, _e, { bulkPriceDto }) => (bulkPriceDto.dryRun ? [] : PRODUCT_CHANGE),
    },
    changeStock: {
      invalidatesTags: (_r, _e, { bulkStockDto }) => (bulkStockDto.dryRun ? [] : PRODUCT_CHANGE),
    },
    changeSpecs: {
      invalidatesTags: (_r, _e, { bulkSpecDto }) => (bulkSpecDto.dryRun ? [] : PRODUCT_CHANGE),
    },
    archiveItems: {
      invalidatesTags: (_r, _e, { bulkItemsDto }) => (bulkItemsDto.dryRun ? [] : PRODUCT_REMOVAL),
    },
    unarchiveItems: {
      invalidatesTags: (_r, _e, { bulkItemsDto }) => (bulkItemsDto.dryRun ? [] : PRODUCT_REMOVAL),
    },

    listKindDetails: { providesTags: ['Kinds'] },
    // It counts their parts.
    listManagedKinds: { providesTags: ['Kinds', 'Products'] },
    createKind: { invalidatesTags: (_kind, error) => (error ? [] : KIND_CHANGE) },
    deleteKind: { invalidatesTags: (_kind, error) => (error ? [] : KIND_CHANGE) },
    // What has a synonym now may be found.
    listSearchMisses: { providesTags: ['Synonyms'] },
    listPurchases: { providesTags: ['Orders'] },
    countPurchases: { providesTags: ['Orders'] },
    getCustomer: { providesTags: ['Users', 'Orders', 'Reviews'] },
    addCustomerNote: { invalidatesTags: ['Users', 'Audit'] },
    // A refusal may say that parts have changed.
    enterOrder: { invalidatesTags: (_order, error) => (error ? ['Products'] : ORDER_CHANGE) },
    createPayLink: { invalidatesTags: ['Audit'] },
    getPackingList: { providesTags: ['Orders'] },
    addOrderNote: { invalidatesTags: ['Orders', 'Audit'] },
    bulkShipPurchases: { invalidatesTags: (result) => (result?.dryRun ? [] : ['Orders', 'Audit']) },
    bulkCancelPurchases: { invalidatesTags: (result) => (result?.dryRun ? [] : ORDER_CHANGE) },
    shipPurchase: { invalidatesTags: ['Orders', 'Audit'] },
    createShipment: { invalidatesTags: ['Orders', 'Audit'] },
    trackShipment: { invalidatesTags: ['Orders', 'Audit'] },
    // Units that were refunded since go to the stock.
    undoShipment: { invalidatesTags: [...ORDER_CHANGE] },
    listCarriers: { providesTags: ['Delivery'] },
    // A refund returns stock, and a resolved payment leaves the reconciliation; a refused one may have changed it.
    refundPurchase: { invalidatesTags: [...ORDER_CHANGE] },
    reconcilePayments: { providesTags: ['Reconciliation'] },
    listFailedPaymentEvents: { providesTags: ['Reconciliation'] },
    retryPaymentEvent: { invalidatesTags: [...ORDER_CHANGE] },
    dismissPaymentEvent: { invalidatesTags: ['Reconciliation', 'Audit'] },
    confirmReconciledPayment: { invalidatesTags: [...ORDER_CHANGE] },
    refundPayment: { invalidatesTags: [...ORDER_CHANGE] },
    syncPaymentRefunds: { invalidatesTags: [...ORDER_CHANGE] },
    // Its figures are of orders and products.
    getOverview: { providesTags: ['Orders', 'Products'] },
    searchManagedReviews: { providesTags: ['Reviews'] },

    listUsers: { providesTags: ['Users'] },
    searchUsers: { providesTags: ['Users'] },
    // A refusal is said in the row's dialog, which would disappear with the row of a person who was removed.
    makeAdmin: { invalidatesTags: (_r, error) => (error ? [] : ROLE_CHANGE) },
    removeAdmin: { invalidatesTags: (_r, error) => (error ? [] : ROLE_CHANGE) },
    // Their unpaid orders are cancelled, and their name disappears from the rest, from reviews and from shared views.
    removeUser: { invalidatesTags: [...ORDER_CHANGE, 'Users', 'Admin', 'Reviews', 'SavedViews'] },

    listSavedViews: { providesTags: ['SavedViews'] },
    createSavedView: { invalidatesTags: ['SavedViews', 'Audit'] },
    // A stale one is read again, so that it can be compared.
    updateSavedView: { invalidatesTags: ['SavedViews', 'Audit'] },
    removeSavedView: { invalidatesTags: ['SavedViews', 'Audit'] },

    // Shown at once; taken back when it could not be kept.
    setListSettings: {
      onQueryStarted: ({ list, listSettingsDto }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          generatedAdminApi.util.updateQueryData('getListSettings', { list }, () => listSettingsDto),
        );
        queryFulfilled.catch(() => shown.undo());
      },
    },

    // Whether a key works depends on the role of the admin who created it.
    searchApiKeys: { providesTags: ['ApiKeys', 'Users'] },
    createApiKey: { invalidatesTags: ['ApiKeys', 'Audit'] },
    revokeApiKey: { invalidatesTags: ['ApiKeys', 'Audit'] },

    listWebhookEndpoints: { providesTags: ['Webhooks'] },
    createWebhookEndpoint: { invalidatesTags: ['Webhooks', 'Audit'] },
    deleteWebhookEndpoint: { invalidatesTags: ['Webhooks', 'Audit'] },
    rotateWebhookSecret: { invalidatesTags: ['Webhooks', 'Audit'] },
    endWebhookRotation: { invalidatesTags: ['Webhooks', 'Audit'] },
    sendTestWebhook: { invalidatesTags: ['Webhooks'] },
    searchWebhookDeliveries: { providesTags: ['Webhooks'] },
    getWebhookDelivery: { providesTags: ['Webhooks'] },
    resendWebhook: { invalidatesTags: ['Webhooks', 'Audit'] },
    resendFailedWebhooks: { invalidatesTags: ['Webhooks', 'Audit'] },
    // What happens to an order is mailed about.
    listOrderMails: { providesTags: ['Mails', 'Orders'] },
    listFailedMails: { providesTags: ['Mails'] },
    sendMailAgain: { invalidatesTags: ['Mails', 'Audit'] },
    mailPayLink: { invalidatesTags: ['Mails', 'Audit'] },

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
  useCreateProductMutation,
  useDeleteItemMutation,
  useSearchManagedItemsQuery,
  useCountManagedItemsQuery,
  useListSearchMissesQuery,
  useRestockItemMutation,
  useArchiveItemMutation,
  useUnarchiveItemMutation,
  useRestoreItemMutation,
  useChangePricesMutation,
  useChangeStockMutation,
  useArchiveItemsMutation,
  useListKindDetailsQuery,
  useListManagedKindsQuery,
  useCreateKindMutation,
  useDeleteKindMutation,
  useShipPurchaseMutation,
  useCreateShipmentMutation,
  useTrackShipmentMutation,
  useUndoShipmentMutation,
  useListCarriersQuery,
  useGetPackingListQuery,
  useCountPurchasesQuery,
  useAddOrderNoteMutation,
  useGetCustomerQuery,
  useAddCustomerNoteMutation,
  useEnterOrderMutation,
  useCreatePayLinkMutation,
  useRefundPurchaseMutation,
  useReconcilePaymentsQuery,
  useConfirmReconciledPaymentMutation,
  useSyncPaymentRefundsMutation,
  useListFailedPaymentEventsQuery,
  useRetryPaymentEventMutation,
  useDismissPaymentEventMutation,
  useGetAttentionQuery,
  useGetOverviewQuery,
  useRefundPaymentMutation,
  useSearchManagedReviewsQuery,
  useSearchUsersQuery,
  useMakeAdminMutation,
  useRemoveAdminMutation,
  useRemoveUserMutation,
  useSearchApiKeysQuery,
  useCreateApiKeyMutation,
  useRevokeApiKeyMutation,
  useListWebhookEndpointsQuery,
  useCreateWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useEndWebhookRotationMutation,
  useSendTestWebhookMutation,
  useSearchWebhookDeliveriesQuery,
  useGetWebhookDeliveryQuery,
  useResendWebhookMutation,
  useResendFailedWebhooksMutation,
  useListOrderMailsQuery,
  useListFailedMailsQuery,
  useSendMailAgainMutation,
  useMailPayLinkMutation,
  useSearchAuditLogQuery,
  useGetAuditEntryQuery,
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useRemoveSavedViewMutation,
  useGetListSettingsQuery,
  useSetListSettingsMutation,
} = adminApi;
