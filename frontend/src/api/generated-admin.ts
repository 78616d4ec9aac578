import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchApiKeys: build.query<SearchApiKeysApiResponse, SearchApiKeysApiArg>({
      query: (queryArg) => ({
        url: `/api-keys`,
        params: {
          q: queryArg.q,
          revoked: queryArg.revoked,
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    createApiKey: build.mutation<CreateApiKeyApiResponse, CreateApiKeyApiArg>({
      query: (queryArg) => ({ url: `/api-keys`, method: 'POST', body: queryArg.createApiKeyDto }),
    }),
    revokeApiKey: build.mutation<RevokeApiKeyApiResponse, RevokeApiKeyApiArg>({
      query: (queryArg) => ({
        url: `/api-keys/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    getAttention: build.query<GetAttentionApiResponse, GetAttentionApiArg>({
      query: (queryArg) => ({
        url: `/attention`,
        params: {
          ordersSince: queryArg.ordersSince,
          reviewsSince: queryArg.reviewsSince,
        },
      }),
    }),
    searchAuditLog: build.query<SearchAuditLogApiResponse, SearchAuditLogApiArg>({
      query: (queryArg) => ({
        url: `/audit`,
        params: {
          q: queryArg.q,
          person: queryArg.person,
          entity: queryArg.entity,
          entityId: queryArg.entityId,
          action: queryArg.action,
          from: queryArg['from'],
          to: queryArg.to,
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    exportAuditLog: build.query<ExportAuditLogApiResponse, ExportAuditLogApiArg>({
      query: (queryArg) => ({
        url: `/audit/export`,
        params: {
          q: queryArg.q,
          person: queryArg.person,
          entity: queryArg.entity,
          entityId: queryArg.entityId,
          action: queryArg.action,
          from: queryArg['from'],
          to: queryArg.to,
          sort: queryArg.sort,
        },
      }),
    }),
    getAuditEntry: build.query<GetAuditEntryApiResponse, GetAuditEntryApiArg>({
      query: (queryArg) => ({ url: `/audit/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    removeUser: build.mutation<RemoveUserApiResponse, RemoveUserApiArg>({
      query: (queryArg) => ({ url: `/user/${encodeURIComponent(String(queryArg.email))}`, method: 'DELETE' }),
    }),
    searchManagedItems: build.query<SearchManagedItemsApiResponse, SearchManagedItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/manage`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
          sortSpec: queryArg.sortSpec,
          q: queryArg.q,
          asTyped: queryArg.asTyped,
          spec: queryArg.spec,
          kind: queryArg.kind,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          availability: queryArg.availability,
          state: queryArg.state,
          lacks: queryArg.lacks,
          sort: queryArg.sort,
        },
      }),
    }),
    countManagedItems: build.query<CountManagedItemsApiResponse, CountManagedItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/manage/facets`,
        params: {
          q: queryArg.q,
          asTyped: queryArg.asTyped,
          spec: queryArg.spec,
          kind: queryArg.kind,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          availability: queryArg.availability,
          state: queryArg.state,
          lacks: queryArg.lacks,
        },
      }),
    }),
    exportItems: build.query<ExportItemsApiResponse, ExportItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/export`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
          sortSpec: queryArg.sortSpec,
          q: queryArg.q,
          asTyped: queryArg.asTyped,
          spec: queryArg.spec,
          kind: queryArg.kind,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          availability: queryArg.availability,
          state: queryArg.state,
          lacks: queryArg.lacks,
          sort: queryArg.sort,
        },
      }),
    }),
    getSynonyms: build.query<GetSynonymsApiResponse, GetSynonymsApiArg>({
      query: () => ({ url: `/search/synonyms` }),
    }),
    replaceSynonyms: build.mutation<ReplaceSynonymsApiResponse, ReplaceSynonymsApiArg>({
      query: (queryArg) => ({
        url: `/search/synonyms`,
        method: 'PUT',
        body: queryArg.replaceSynonymsDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    listSearchMisses: build.query<ListSearchMissesApiResponse, ListSearchMissesApiArg>({
      query: () => ({ url: `/search/misses` }),
    }),
    findItemsBySku: build.query<FindItemsBySkuApiResponse, FindItemsBySkuApiArg>({
      query: (queryArg) => ({
        url: `/items/by-sku`,
        params: {
          sku: queryArg.sku,
        },
      }),
    }),
    createProduct: build.mutation<CreateProductApiResponse, CreateProductApiArg>({
      query: (queryArg) => ({
        url: `/product`,
        method: 'POST',
        body: queryArg.createProductDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    deleteItem: build.mutation<DeleteItemApiResponse, DeleteItemApiArg>({
      query: (queryArg) => ({
        url: `/item/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    getItemToEdit: build.query<GetItemToEditApiResponse, GetItemToEditApiArg>({
      query: (queryArg) => ({ url: `/items/${encodeURIComponent(String(queryArg.id))}/edit` }),
    }),
    editItem: build.mutation<EditItemApiResponse, EditItemApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        body: queryArg.editProductDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    restockItem: build.mutation<RestockItemApiResponse, RestockItemApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/restock`,
        method: 'POST',
        body: queryArg.restockDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    archiveItem: build.mutation<ArchiveItemApiResponse, ArchiveItemApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/archive`,
        method: 'POST',
      }),
    }),
    unarchiveItem: build.mutation<UnarchiveItemApiResponse, UnarchiveItemApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/unarchive`,
        method: 'POST',
      }),
    }),
    restoreItem: build.mutation<RestoreItemApiResponse, RestoreItemApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/restore`,
        method: 'POST',
      }),
    }),
    changePrices: build.mutation<ChangePricesApiResponse, ChangePricesApiArg>({
      query: (queryArg) => ({
        url: `/items/bulk/price`,
        method: 'POST',
        body: queryArg.bulkPriceDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    changeStock: build.mutation<ChangeStockApiResponse, ChangeStockApiArg>({
      query: (queryArg) => ({
        url: `/items/bulk/stock`,
        method: 'POST',
        body: queryArg.bulkStockDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    changeSpecs: build.mutation<ChangeSpecsApiResponse, ChangeSpecsApiArg>({
      query: (queryArg) => ({
        url: `/items/bulk/spec`,
        method: 'POST',
        body: queryArg.bulkSpecDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    archiveItems: build.mutation<ArchiveItemsApiResponse, ArchiveItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/bulk/archive`,
        method: 'POST',
        body: queryArg.bulkItemsDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    unarchiveItems: build.mutation<UnarchiveItemsApiResponse, UnarchiveItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/bulk/unarchive`,
        method: 'POST',
        body: queryArg.bulkItemsDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    importItems: build.mutation<ImportItemsApiResponse, ImportItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/import`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
          'If-Match': queryArg['If-Match'],
        },
        params: {
          dryRun: queryArg.dryRun,
          skipInvalid: queryArg.skipInvalid,
          kind: queryArg.kind,
        },
      }),
    }),
    listRejectedRows: build.mutation<ListRejectedRowsApiResponse, ListRejectedRowsApiArg>({
      query: (queryArg) => ({
        url: `/items/import/rejected`,
        method: 'POST',
        body: queryArg.body,
        params: {
          kind: queryArg.kind,
        },
      }),
    }),
    listManagedKinds: build.query<ListManagedKindsApiResponse, ListManagedKindsApiArg>({
      query: () => ({ url: `/kinds/manage` }),
    }),
    getKindToEdit: build.query<GetKindToEditApiResponse, GetKindToEditApiArg>({
      query: (queryArg) => ({ url: `/kinds/${encodeURIComponent(String(queryArg.slug))}/edit` }),
    }),
    createKind: build.mutation<CreateKindApiResponse, CreateKindApiArg>({
      query: (queryArg) => ({
        url: `/kinds`,
        method: 'POST',
        body: queryArg.createKindDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    listKindDetails: build.query<ListKindDetailsApiResponse, ListKindDetailsApiArg>({
      query: () => ({ url: `/kinds` }),
    }),
    replaceKind: build.mutation<ReplaceKindApiResponse, ReplaceKindApiArg>({
      query: (queryArg) => ({
        url: `/kinds/${encodeURIComponent(String(queryArg.slug))}`,
        method: 'PUT',
        body: queryArg.replaceKindDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    deleteKind: build.mutation<DeleteKindApiResponse, DeleteKindApiArg>({
      query: (queryArg) => ({ url: `/kinds/${encodeURIComponent(String(queryArg.slug))}`, method: 'DELETE' }),
    }),
    listCarriers: build.query<ListCarriersApiResponse, ListCarriersApiArg>({
      query: () => ({ url: `/delivery/carriers` }),
    }),
    getDeliverySettings: build.query<GetDeliverySettingsApiResponse, GetDeliverySettingsApiArg>({
      query: () => ({ url: `/delivery/settings` }),
    }),
    replaceDeliverySettings: build.mutation<
      ReplaceDeliverySettingsApiResponse,
      ReplaceDeliverySettingsApiArg
    >({
      query: (queryArg) => ({
        url: `/delivery/settings`,
        method: 'PUT',
        body: queryArg.saveDeliverySettingsDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    countPurchases: build.query<CountPurchasesApiResponse, CountPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases/counts`,
        params: {
          q: queryArg.q,
          dispute: queryArg.dispute,
          email: queryArg.email,
          externalId: queryArg.externalId,
          from: queryArg['from'],
          to: queryArg.to,
          minTotal: queryArg.minTotal,
          maxTotal: queryArg.maxTotal,
          productId: queryArg.productId,
          kind: queryArg.kind,
        },
      }),
    }),
    exportPurchases: build.query<ExportPurchasesApiResponse, ExportPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases/export`,
        params: {
          q: queryArg.q,
          status: queryArg.status,
          dispute: queryArg.dispute,
          email: queryArg.email,
          externalId: queryArg.externalId,
          from: queryArg['from'],
          to: queryArg.to,
          minTotal: queryArg.minTotal,
          maxTotal: queryArg.maxTotal,
          productId: queryArg.productId,
          kind: queryArg.kind,
          sort: queryArg.sort,
          rows: queryArg.rows,
        },
      }),
    }),
    bulkShipPurchases: build.mutation<BulkShipPurchasesApiResponse, BulkShipPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases/bulk-ship`,
        method: 'POST',
        body: queryArg.bulkOrdersDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    bulkCancelPurchases: build.mutation<BulkCancelPurchasesApiResponse, BulkCancelPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases/bulk-cancel`,
        method: 'POST',
        body: queryArg.bulkOrdersDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    getPurchase: build.query<GetPurchaseApiResponse, GetPurchaseApiArg>({
      query: (queryArg) => ({ url: `/purchases/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    changeOrderAddress: build.mutation<ChangeOrderAddressApiResponse, ChangeOrderAddressApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/address`,
        method: 'PATCH',
        body: queryArg.addressDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    addOrderNote: build.mutation<AddOrderNoteApiResponse, AddOrderNoteApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/notes`,
        method: 'POST',
        body: queryArg.createOrderNoteDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    shipPurchase: build.mutation<ShipPurchaseApiResponse, ShipPurchaseApiArg>({
      query: (queryArg) => ({
        url: `/purchase/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    listPurchases: build.query<ListPurchasesApiResponse, ListPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    getPackingList: build.query<GetPackingListApiResponse, GetPackingListApiArg>({
      query: (queryArg) => ({
        url: `/purchases/packing`,
        params: {
          ids: queryArg.ids,
        },
      }),
    }),
    createShipment: build.mutation<CreateShipmentApiResponse, CreateShipmentApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/shipments`,
        method: 'POST',
        body: queryArg.createShipmentDto,
        headers: {
          'If-Match': queryArg['If-Match'],
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    trackShipment: build.mutation<TrackShipmentApiResponse, TrackShipmentApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/shipments/${encodeURIComponent(String(queryArg.shipmentId))}/tracking`,
        method: 'PUT',
        body: queryArg.trackingDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    undoShipment: build.mutation<UndoShipmentApiResponse, UndoShipmentApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/shipments/${encodeURIComponent(String(queryArg.shipmentId))}/undo`,
        method: 'POST',
        body: queryArg.undoShipmentDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    refundPurchase: build.mutation<RefundPurchaseApiResponse, RefundPurchaseApiArg>({
      query: (queryArg) => ({
        url: `/refund/${encodeURIComponent(String(queryArg.id))}`,
        method: 'POST',
        body: queryArg.refundPurchaseDto,
        headers: {
          'If-Match': queryArg['If-Match'],
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    receiveStripeEvent: build.mutation<ReceiveStripeEventApiResponse, ReceiveStripeEventApiArg>({
      query: (queryArg) => ({
        url: `/webhooks/stripe`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Stripe-Signature': queryArg['Stripe-Signature'],
        },
      }),
    }),
    listFailedPaymentEvents: build.query<ListFailedPaymentEventsApiResponse, ListFailedPaymentEventsApiArg>({
      query: () => ({ url: `/payments/failed-events` }),
    }),
    retryPaymentEvent: build.mutation<RetryPaymentEventApiResponse, RetryPaymentEventApiArg>({
      query: (queryArg) => ({
        url: `/payments/failed-events/${encodeURIComponent(String(queryArg.eventId))}/retry`,
        method: 'POST',
      }),
    }),
    dismissPaymentEvent: build.mutation<DismissPaymentEventApiResponse, DismissPaymentEventApiArg>({
      query: (queryArg) => ({
        url: `/payments/failed-events/${encodeURIComponent(String(queryArg.eventId))}/dismiss`,
        method: 'POST',
      }),
    }),
    createPayLink: build.mutation<CreatePayLinkApiResponse, CreatePayLinkApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/pay-link`,
        method: 'POST',
      }),
    }),
    getOverview: build.query<GetOverviewApiResponse, GetOverviewApiArg>({
      query: (queryArg) => ({
        url: `/reports/overview`,
        params: {
          from: queryArg['from'],
          to: queryArg.to,
          by: queryArg.by,
        },
      }),
    }),
    reconcilePayments: build.query<ReconcilePaymentsApiResponse, ReconcilePaymentsApiArg>({
      query: (queryArg) => ({
        url: `/payments/reconciliation`,
        params: {
          days: queryArg.days,
        },
      }),
    }),
    confirmReconciledPayment: build.mutation<
      ConfirmReconciledPaymentApiResponse,
      ConfirmReconciledPaymentApiArg
    >({
      query: (queryArg) => ({
        url: `/payments/reconciliation/${encodeURIComponent(String(queryArg.intentId))}/confirm`,
        method: 'POST',
      }),
    }),
    refundPayment: build.mutation<RefundPaymentApiResponse, RefundPaymentApiArg>({
      query: (queryArg) => ({
        url: `/payments/reconciliation/${encodeURIComponent(String(queryArg.intentId))}/refund`,
        method: 'POST',
      }),
    }),
    syncPaymentRefunds: build.mutation<SyncPaymentRefundsApiResponse, SyncPaymentRefundsApiArg>({
      query: (queryArg) => ({
        url: `/payments/reconciliation/${encodeURIComponent(String(queryArg.intentId))}/sync-refunds`,
        method: 'POST',
      }),
    }),
    searchManagedReviews: build.query<SearchManagedReviewsApiResponse, SearchManagedReviewsApiArg>({
      query: (queryArg) => ({
        url: `/reviews/manage`,
        params: {
          q: queryArg.q,
          ratings: queryArg.ratings,
          hidden: queryArg.hidden,
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    exportReviews: build.query<ExportReviewsApiResponse, ExportReviewsApiArg>({
      query: (queryArg) => ({
        url: `/reviews/export`,
        params: {
          q: queryArg.q,
          ratings: queryArg.ratings,
          hidden: queryArg.hidden,
          sort: queryArg.sort,
        },
      }),
    }),
    getManagedReview: build.query<GetManagedReviewApiResponse, GetManagedReviewApiArg>({
      query: (queryArg) => ({ url: `/review/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    hideReview: build.mutation<HideReviewApiResponse, HideReviewApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.id))}/hidden`,
        method: 'PUT',
        body: queryArg.hideReviewDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    unhideReview: build.mutation<UnhideReviewApiResponse, UnhideReviewApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.id))}/hidden`,
        method: 'DELETE',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    replyToReview: build.mutation<ReplyToReviewApiResponse, ReplyToReviewApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.id))}/reply`,
        method: 'PUT',
        body: queryArg.replyToReviewDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    removeReviewReply: build.mutation<RemoveReviewReplyApiResponse, RemoveReviewReplyApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.id))}/reply`,
        method: 'DELETE',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    listSavedViews: build.query<ListSavedViewsApiResponse, ListSavedViewsApiArg>({
      query: (queryArg) => ({
        url: `/saved-views`,
        params: {
          list: queryArg.list,
        },
      }),
    }),
    createSavedView: build.mutation<CreateSavedViewApiResponse, CreateSavedViewApiArg>({
      query: (queryArg) => ({ url: `/saved-views`, method: 'POST', body: queryArg.createSavedViewDto }),
    }),
    getSavedView: build.query<GetSavedViewApiResponse, GetSavedViewApiArg>({
      query: (queryArg) => ({ url: `/saved-views/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    updateSavedView: build.mutation<UpdateSavedViewApiResponse, UpdateSavedViewApiArg>({
      query: (queryArg) => ({
        url: `/saved-views/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.editSavedViewDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    removeSavedView: build.mutation<RemoveSavedViewApiResponse, RemoveSavedViewApiArg>({
      query: (queryArg) => ({
        url: `/saved-views/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    getListSettings: build.query<GetListSettingsApiResponse, GetListSettingsApiArg>({
      query: (queryArg) => ({ url: `/list-settings/${encodeURIComponent(String(queryArg.list))}` }),
    }),
    setListSettings: build.mutation<SetListSettingsApiResponse, SetListSettingsApiArg>({
      query: (queryArg) => ({
        url: `/list-settings/${encodeURIComponent(String(queryArg.list))}`,
        method: 'PUT',
        body: queryArg.listSettingsDto,
      }),
    }),
    listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
      query: (queryArg) => ({
        url: `/user`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    searchUsers: build.query<SearchUsersApiResponse, SearchUsersApiArg>({
      query: (queryArg) => ({
        url: `/users/search`,
        params: {
          q: queryArg.q,
          role: queryArg.role,
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    exportUsers: build.query<ExportUsersApiResponse, ExportUsersApiArg>({
      query: (queryArg) => ({
        url: `/users/export`,
        params: {
          q: queryArg.q,
          role: queryArg.role,
          sort: queryArg.sort,
        },
      }),
    }),
    makeAdmin: build.mutation<MakeAdminApiResponse, MakeAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
      }),
    }),
    removeAdmin: build.mutation<RemoveAdminApiResponse, RemoveAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
      }),
    }),
    getCustomer: build.query<GetCustomerApiResponse, GetCustomerApiArg>({
      query: (queryArg) => ({ url: `/customers/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    addCustomerNote: build.mutation<AddCustomerNoteApiResponse, AddCustomerNoteApiArg>({
      query: (queryArg) => ({
        url: `/customers/${encodeURIComponent(String(queryArg.id))}/notes`,
        method: 'POST',
        body: queryArg.createOrderNoteDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    enterOrder: build.mutation<EnterOrderApiResponse, EnterOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders`,
        method: 'POST',
        body: queryArg.enterOrderDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    uploadImage: build.mutation<UploadImageApiResponse, UploadImageApiArg>({
      query: (queryArg) => ({
        url: `/images`,
        method: 'POST',
        body: queryArg.body,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    getImage: build.query<GetImageApiResponse, GetImageApiArg>({
      query: (queryArg) => ({ url: `/images/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    getImageVariant: build.query<GetImageVariantApiResponse, GetImageVariantApiArg>({
      query: (queryArg) => ({
        url: `/images/${encodeURIComponent(String(queryArg.id))}/${encodeURIComponent(String(queryArg.variant))}`,
      }),
    }),
    checkLive: build.query<CheckLiveApiResponse, CheckLiveApiArg>({
      query: () => ({ url: `/health/live` }),
    }),
    checkReady: build.query<CheckReadyApiResponse, CheckReadyApiArg>({
      query: () => ({ url: `/health/ready` }),
    }),
    listOrderMails: build.query<ListOrderMailsApiResponse, ListOrderMailsApiArg>({
      query: (queryArg) => ({ url: `/purchases/${encodeURIComponent(String(queryArg.id))}/mails` }),
    }),
    mailPayLink: build.mutation<MailPayLinkApiResponse, MailPayLinkApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/pay-link/mail`,
        method: 'POST',
      }),
    }),
    listFailedMails: build.query<ListFailedMailsApiResponse, ListFailedMailsApiArg>({
      query: () => ({ url: `/mails/failed` }),
    }),
    sendMailAgain: build.mutation<SendMailAgainApiResponse, SendMailAgainApiArg>({
      query: (queryArg) => ({
        url: `/mails/${encodeURIComponent(String(queryArg.id))}/send-again`,
        method: 'POST',
      }),
    }),
    listWebhookEndpoints: build.query<ListWebhookEndpointsApiResponse, ListWebhookEndpointsApiArg>({
      query: () => ({ url: `/webhook-endpoints` }),
    }),
    createWebhookEndpoint: build.mutation<CreateWebhookEndpointApiResponse, CreateWebhookEndpointApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints`,
        method: 'POST',
        body: queryArg.createWebhookEndpointDto,
      }),
    }),
    getWebhookEndpoint: build.query<GetWebhookEndpointApiResponse, GetWebhookEndpointApiArg>({
      query: (queryArg) => ({ url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    updateWebhookEndpoint: build.mutation<UpdateWebhookEndpointApiResponse, UpdateWebhookEndpointApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        body: queryArg.updateWebhookEndpointDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    deleteWebhookEndpoint: build.mutation<DeleteWebhookEndpointApiResponse, DeleteWebhookEndpointApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    rotateWebhookSecret: build.mutation<RotateWebhookSecretApiResponse, RotateWebhookSecretApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}/rotate-secret`,
        method: 'POST',
      }),
    }),
    endWebhookRotation: build.mutation<EndWebhookRotationApiResponse, EndWebhookRotationApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}/end-rotation`,
        method: 'POST',
      }),
    }),
    searchWebhookDeliveries: build.query<SearchWebhookDeliveriesApiResponse, SearchWebhookDeliveriesApiArg>({
      query: (queryArg) => ({
        url: `/webhook-deliveries`,
        params: {
          endpointId: queryArg.endpointId,
          state: queryArg.state,
          type: queryArg['type'],
          sort: queryArg.sort,
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
        },
      }),
    }),
    getWebhookDelivery: build.query<GetWebhookDeliveryApiResponse, GetWebhookDeliveryApiArg>({
      query: (queryArg) => ({ url: `/webhook-deliveries/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    resendWebhook: build.mutation<ResendWebhookApiResponse, ResendWebhookApiArg>({
      query: (queryArg) => ({
        url: `/webhook-deliveries/${encodeURIComponent(String(queryArg.id))}/resend`,
        method: 'POST',
      }),
    }),
    resendFailedWebhooks: build.mutation<ResendFailedWebhooksApiResponse, ResendFailedWebhooksApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}/resend-failed`,
        method: 'POST',
      }),
    }),
    sendTestWebhook: build.mutation<SendTestWebhookApiResponse, SendTestWebhookApiArg>({
      query: (queryArg) => ({
        url: `/webhook-endpoints/${encodeURIComponent(String(queryArg.id))}/test`,
        method: 'POST',
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAdminApi };
export type SearchApiKeysApiResponse =
  /** status 200 Search and page the API keys, those that were revoked too */ ApiKeyPageDto;
export type SearchApiKeysApiArg = {
  /** Words, or beginnings of words, of the name or of how the key begins; all must match. */
  q?: string;
  /** Only revoked keys, or only those that are not. */
  revoked?: boolean;
  /** By when they were created. */
  sort?: ApiKeySort;
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
};
export type CreateApiKeyApiResponse =
  /** status 201 Creates an API key that acts for the caller; the key itself is in this response only */ CreatedApiKeyDto;
export type CreateApiKeyApiArg = {
  createApiKeyDto: CreateApiKeyDto;
};
export type RevokeApiKeyApiResponse =
  /** status 200 Revokes an API key, at once and for good; repeating it changes nothing */ ApiKeyDto;
export type RevokeApiKeyApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetAttentionApiResponse =
  /** status 200 What needs an admin, and how many rows open lists have got: one call that is cheap enough to be made every 20 seconds */ AttentionDto;
export type GetAttentionApiArg = {
  /** When the caller's list of orders was loaded, by the shop's clock. */
  ordersSince?: string;
  /** When their list of reviews was. */
  reviewsSince?: string;
};
export type SearchAuditLogApiResponse =
  /** status 200 Search the changes that admins made */ AuditEntryPageDto;
export type SearchAuditLogApiArg = {
  /** Words, or beginnings of words, of the admin or of what was changed; all must match. */
  q?: string;
  /** Words, or beginnings of words, of the name or address of the admin who made the change, or of the API key that did; or the `_id` of either. */
  person?: string;
  /** Only changes of this kind of thing. */
  entity?: AuditedEntity;
  /** Only changes of the thing with this `_id`. */
  entityId?: string;
  /** Only changes of this kind. */
  action?: string;
  /** Only changes made on this day (UTC) or later. */
  from?: string;
  /** Only changes made on this day (UTC) or before. */
  to?: string;
  /** By when they were made. */
  sort?: AuditSort;
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
};
export type ExportAuditLogApiResponse =
  /** status 200 All matching rows as a CSV file, with a row of headers. */ string;
export type ExportAuditLogApiArg = {
  /** Words, or beginnings of words, of the admin or of what was changed; all must match. */
  q?: string;
  /** Words, or beginnings of words, of the name or address of the admin who made the change, or of the API key that did; or the `_id` of either. */
  person?: string;
  /** Only changes of this kind of thing. */
  entity?: AuditedEntity;
  /** Only changes of the thing with this `_id`. */
  entityId?: string;
  /** Only changes of this kind. */
  action?: string;
  /** Only changes made on this day (UTC) or later. */
  from?: string;
  /** Only changes made on this day (UTC) or before. */
  to?: string;
  /** By when they were made. */
  sort?: AuditSort;
};
export type GetAuditEntryApiResponse = /** status 200 One change that an admin made */ AuditEntryDto;
export type GetAuditEntryApiArg = {
  /** The `_id`. */
  id: string;
};
export type RemoveUserApiResponse =
  /** status 200 Removes a user, cancels their unpaid orders and anonymises the others */ DeletedDto;
export type RemoveUserApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
};
export type SearchManagedItemsApiResponse =
  /** status 200 Search, filter, sort and page the products on sale or those archived, as they are now */ ManagedProductPageDto;
export type SearchManagedItemsApiArg = {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
  /** Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
    value come last. */
  sortSpec?: string;
  /** Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
    typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first. */
  q?: string;
  /** `true` searches the words as they were typed, without correcting typing errors. */
  asTyped?: boolean;
  /** Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
    `~` stands for a value that is not stated. `GET /items/facets` has the keys and values. */
  spec?: string;
  /** Only products of this kind: its slug, or another of its names. */
  kind?: string;
  /** Unit price in dollars, at least. */
  minPrice?: number;
  /** Unit price in dollars, at most. */
  maxPrice?: number;
  /** Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
  availability?: AvailabilityFilter;
  /** On sale, or archived. */
  state?: ProductState;
  /** The key of a specification that they have no value of. */
  lacks?: string;
  /** As of the shop's lists; also by the units that people wait for, of at most 10,000 products where words or specifications filter them. */
  sort?: ManagedProductSort;
};
export type CountManagedItemsApiResponse =
  /** status 200 How many of these products each kind, availability and value of a specification would leave under the other filters */ FacetsDto;
export type CountManagedItemsApiArg = {
  /** Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
    typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first. */
  q?: string;
  /** `true` searches the words as they were typed, without correcting typing errors. */
  asTyped?: boolean;
  /** Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
    `~` stands for a value that is not stated. `GET /items/facets` has the keys and values. */
  spec?: string;
  /** Only products of this kind: its slug, or another of its names. */
  kind?: string;
  /** Unit price in dollars, at least. */
  minPrice?: number;
  /** Unit price in dollars, at most. */
  maxPrice?: number;
  /** Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
  availability?: AvailabilityFilter;
  /** On sale, or archived. */
  state?: ProductState;
  /** The key of a specification that they have no value of. */
  lacks?: string;
};
export type ExportItemsApiResponse =
  /** status 200 All matching rows as a CSV file, with a row of headers. */ string;
export type ExportItemsApiArg = {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
  /** Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
    value come last. */
  sortSpec?: string;
  /** Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
    typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first. */
  q?: string;
  /** `true` searches the words as they were typed, without correcting typing errors. */
  asTyped?: boolean;
  /** Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
    `~` stands for a value that is not stated. `GET /items/facets` has the keys and values. */
  spec?: string;
  /** Only products of this kind: its slug, or another of its names. */
  kind?: string;
  /** Unit price in dollars, at least. */
  minPrice?: number;
  /** Unit price in dollars, at most. */
  maxPrice?: number;
  /** Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
  availability?: AvailabilityFilter;
  /** On sale, or archived. */
  state?: ProductState;
  /** The key of a specification that they have no value of. */
  lacks?: string;
  /** As of the shop's lists; also by the units that people wait for, of at most 10,000 products where words or specifications filter them. */
  sort?: ManagedProductSort;
};
export type GetSynonymsApiResponse =
  /** status 200 The words that mean the same; their `ETag` is what a change sends as `If-Match` */ SynonymsDto;
export type GetSynonymsApiArg = void;
export type ReplaceSynonymsApiResponse =
  /** status 200 Replaces all synonyms; searches know them within two seconds */ SynonymsDto;
export type ReplaceSynonymsApiArg = {
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  replaceSynonymsDto: ReplaceSynonymsDto;
};
export type ListSearchMissesApiResponse =
  /** status 200 What was searched without result, and how often */ SearchMissesDto;
export type ListSearchMissesApiArg = void;
export type FindItemsBySkuApiResponse =
  /** status 200 The products on sale with these SKUs, in the order given; those that no product has are left out */ ProductDto[];
export type FindItemsBySkuApiArg = {
  /** The parameter repeated for each SKU, in upper or lower case. */
  sku: string[];
};
export type CreateProductApiResponse = /** status 201 Adds a product */ ProductCreatedDto;
export type CreateProductApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createProductDto: CreateProductDto;
};
export type DeleteItemApiResponse =
  /** status 200 Removes a product from every list; orders keep what they say of it */ DeletedDto;
export type DeleteItemApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
};
export type GetItemToEditApiResponse =
  /** status 200 One product for editing, also an archived one; its `ETag` is what an edit sends as `If-Match` */ ManagedProductDto;
export type GetItemToEditApiArg = {
  /** The `_id`. */
  id: string;
};
export type EditItemApiResponse =
  /** status 200 Changes fields of a product that was read before; what orders and restocking do meanwhile does not make it stale */ ManagedProductDto;
export type EditItemApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  editProductDto: EditProductDto;
};
export type RestockItemApiResponse =
  /** status 200 Adds units to the stock, or takes some away; refused with 409 when it would be below zero */ ManagedProductDto;
export type RestockItemApiArg = {
  /** The `_id`. */
  id: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  restockDto: RestockDto;
};
export type ArchiveItemApiResponse =
  /** status 200 Takes a product off sale; it stays in the admins' list of archived products */ ManagedProductDto;
export type ArchiveItemApiArg = {
  /** The `_id`. */
  id: string;
};
export type UnarchiveItemApiResponse =
  /** status 200 Puts an archived product on sale again */ ManagedProductDto;
export type UnarchiveItemApiArg = {
  /** The `_id`. */
  id: string;
};
export type RestoreItemApiResponse = /** status 200 Undoes the deletion of a product */ ManagedProductDto;
export type RestoreItemApiArg = {
  /** The `_id`. */
  id: string;
};
export type ChangePricesApiResponse = /** status 200 Changes the prices of many products */ BulkResultDto;
export type ChangePricesApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkPriceDto: BulkPriceDto;
};
export type ChangeStockApiResponse =
  /** status 200 Adds units to the stock of many products, or takes some away */ BulkResultDto;
export type ChangeStockApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkStockDto: BulkStockDto;
};
export type ChangeSpecsApiResponse =
  /** status 200 Sets one specification of many products of a kind */ BulkResultDto;
export type ChangeSpecsApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkSpecDto: BulkSpecDto;
};
export type ArchiveItemsApiResponse = /** status 200 Archives many products */ BulkResultDto;
export type ArchiveItemsApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkItemsDto: BulkItemsDto;
};
export type UnarchiveItemsApiResponse =
  /** status 200 Puts many archived products on sale again */ BulkResultDto;
export type UnarchiveItemsApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkItemsDto: BulkItemsDto;
};
export type ImportItemsApiResponse =
  /** status 200 Imports a CSV file of at most 5,000 rows and 8 MB: all of it, or nothing when a row has an error */ ImportResultDto;
export type ImportItemsApiArg = {
  /** Only says what the file would change, and what is wrong with it. */
  dryRun?: boolean;
  /** Leaves rows with errors out, instead of importing nothing. A file whose header is wrong is refused all the same. */
  skipInvalid?: boolean;
  /** The kind of all rows whose column `kind` is empty or not there. */
  kind?: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  /** The `ETag` of a dry run: 412 when the file would now change something else. */
  'If-Match'?: string;
  body: string;
};
export type ListRejectedRowsApiResponse =
  /** status 200 The rows as a CSV file: their cells as they were sent, and the column `errors`, which an import ignores. */ string;
export type ListRejectedRowsApiArg = {
  /** The kind of all rows whose column `kind` is empty or not there. */
  kind?: string;
  body: string;
};
export type ListManagedKindsApiResponse =
  /** status 200 All kinds with the numbers of their parts and specifications */ ManagedKindListDto;
export type ListManagedKindsApiArg = void;
export type GetKindToEditApiResponse =
  /** status 200 One kind for editing, with how many parts lack each value; its `ETag` is what an edit sends as `If-Match` */ EditableKindDto;
export type GetKindToEditApiArg = {
  /** The kind. */
  slug: string;
};
export type CreateKindApiResponse = /** status 201 Adds a kind */ EditableKindDto;
export type CreateKindApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createKindDto: CreateKindDto;
};
export type ListKindDetailsApiResponse =
  /** status 200 Every kind of part with its specifications */ KindListDto;
export type ListKindDetailsApiArg = void;
export type ReplaceKindApiResponse = /** status 200 Replaces a kind and its specifications */ EditableKindDto;
export type ReplaceKindApiArg = {
  /** The kind. */
  slug: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  replaceKindDto: ReplaceKindDto;
};
export type DeleteKindApiResponse =
  /** status 200 Removes a kind that no part has; those that came with the shop stay */ DeletedDto;
export type DeleteKindApiArg = {
  /** The kind. */
  slug: string;
};
export type ListCarriersApiResponse =
  /** status 200 The carriers that the shop knows, with the pages on which shipments are followed */ CarriersDto;
export type ListCarriersApiArg = void;
export type GetDeliverySettingsApiResponse =
  /** status 200 Delivery methods, tax rates and own carriers; the `ETag` is what a change sends as `If-Match` */ DeliverySettingsDto;
export type GetDeliverySettingsApiArg = void;
export type ReplaceDeliverySettingsApiResponse =
  /** status 200 Replaces delivery methods, tax rates and own carriers; orders keep what they were charged */ DeliverySettingsDto;
export type ReplaceDeliverySettingsApiArg = {
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  saveDeliverySettingsDto: SaveDeliverySettingsDto;
};
export type CountPurchasesApiResponse =
  /** status 200 How many orders there are in each state, under the other filters of the search */ StatusCountsDto;
export type CountPurchasesApiArg = {
  /** A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
    products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
    also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
    first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
    order's id, its first twelve characters or more. */
  q?: string;
  /** Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
  dispute?: OrderDispute;
  /** Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
    not name anyone. */
  email?: string;
  /** Only the order that another system calls so. */
  externalId?: string;
  /** Only orders placed on this day (UTC) or later. */
  from?: string;
  /** Only orders placed on this day (UTC) or before. */
  to?: string;
  /** The total in dollars, at least. */
  minTotal?: number;
  /** The total in dollars, at most. */
  maxTotal?: number;
  /** Only orders with this product. */
  productId?: string;
  /** Only orders with a product that was of this kind when it was ordered. */
  kind?: string;
};
export type ExportPurchasesApiResponse =
  /** status 200 All matching rows as a CSV file, with a row of headers. */ string;
export type ExportPurchasesApiArg = {
  /** A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
    products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
    also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
    first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
    order's id, its first twelve characters or more. */
  q?: string;
  /** Only orders in this state. */
  status?: OrderStatus;
  /** Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
  dispute?: OrderDispute;
  /** Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
    not name anyone. */
  email?: string;
  /** Only the order that another system calls so. */
  externalId?: string;
  /** Only orders placed on this day (UTC) or later. */
  from?: string;
  /** Only orders placed on this day (UTC) or before. */
  to?: string;
  /** The total in dollars, at least. */
  minTotal?: number;
  /** The total in dollars, at most. */
  maxTotal?: number;
  /** Only orders with this product. */
  productId?: string;
  /** Only orders with a product that was of this kind when it was ordered. */
  kind?: string;
  /** The order of the rows; a minus turns it round. Read from an index, also at a million orders: by time with any one of the
    filters and a range of days, by total with a state and a range of totals. Others sort or compare what matches, and get
    503 when that takes too long. */
  sort?: OrderSort;
  /** What a row of the file is: an order, or a line of one. */
  rows?: OrderExportRows;
};
export type BulkShipPurchasesApiResponse =
  /** status 200 Marks many paid orders as shipped, each by itself; a dry run says which can be */ BulkResultDto;
export type BulkShipPurchasesApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkOrdersDto: BulkOrdersDto;
};
export type BulkCancelPurchasesApiResponse =
  /** status 200 Cancels many unpaid orders, each by itself; a dry run says which can be */ BulkResultDto;
export type BulkCancelPurchasesApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  bulkOrdersDto: BulkOrdersDto;
};
export type GetPurchaseApiResponse =
  /** status 200 An order with its customer, payment, refunds and internal notes */ OrderDetailDto;
export type GetPurchaseApiArg = {
  /** The `_id`. */
  id: string;
};
export type ChangeOrderAddressApiResponse =
  /** status 200 Changes where an order goes, before anything of it has shipped; `If-Match` is the `ETag` of `GET /purchases/{id}` */ OrderDto;
export type ChangeOrderAddressApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  addressDto: AddressDto;
};
export type AddOrderNoteApiResponse = /** status 201 Adds an internal note to an order */ OrderNoteDto;
export type AddOrderNoteApiArg = {
  /** The `_id`. */
  id: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createOrderNoteDto: CreateOrderNoteDto;
};
export type ShipPurchaseApiResponse = /** status 200 Marks a paid order as shipped */ OrderDto;
export type ShipPurchaseApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
};
export type ListPurchasesApiResponse = /** status 200 Newest first, at most 1,000. */ OrderDto[];
export type ListPurchasesApiArg = {
  /** At most so many rows, newest first. */
  limit?: number;
};
export type GetPackingListApiResponse =
  /** status 200 What is to be packed of some orders, without prices */ PackingListDto;
export type GetPackingListApiArg = {
  /** The `_id`s of 1 to 100 orders, with commas between them. */
  ids: string;
};
export type CreateShipmentApiResponse =
  /** status 201 Ships units of a paid order, or all that are left */ OrderDto;
export type CreateShipmentApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createShipmentDto: CreateShipmentDto;
};
export type TrackShipmentApiResponse =
  /** status 200 Replaces the carrier and the tracking number of a shipment */ OrderDto;
export type TrackShipmentApiArg = {
  /** The `_id`. */
  id: string;
  /** The shipment's `_id`. */
  shipmentId: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  trackingDto: TrackingDto;
};
export type UndoShipmentApiResponse =
  /** status 200 Undoes a shipment that never left, or came back unopened: its units are to be shipped again */ OrderDto;
export type UndoShipmentApiArg = {
  /** The `_id`. */
  id: string;
  /** The shipment's `_id`. */
  shipmentId: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
  undoShipmentDto: UndoShipmentDto;
};
export type RefundPurchaseApiResponse =
  /** status 200 Refunds units of an order's lines, its delivery, an amount, or all that is left of its payment; may be repeated */ OrderDto;
export type RefundPurchaseApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  refundPurchaseDto: RefundPurchaseDto;
};
export type ReceiveStripeEventApiResponse =
  /** status 200 Receives the payment provider's signed events */ ReceivedDto;
export type ReceiveStripeEventApiArg = {
  /** The provider's signature of the raw body. */
  'Stripe-Signature': string;
  /** An event, as the provider signs it. */
  body: {
    [key: string]: unknown;
  };
};
export type ListFailedPaymentEventsApiResponse =
  /** status 200 The payment provider's events that could not be handled and wait for an admin */ FailedEventsDto;
export type ListFailedPaymentEventsApiArg = void;
export type RetryPaymentEventApiResponse =
  /** status 200 Reads an event again at the payment provider, and handles it */ EventResolutionDto;
export type RetryPaymentEventApiArg = {
  /** The event. */
  eventId: string;
};
export type DismissPaymentEventApiResponse =
  /** status 200 Takes an event off the list without handling it */ EventResolutionDto;
export type DismissPaymentEventApiArg = {
  /** The event. */
  eventId: string;
};
export type CreatePayLinkApiResponse =
  /** status 200 Makes a link by which anybody can pay an unpaid order, without signing in */ PayLinkDto;
export type CreatePayLinkApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetOverviewApiResponse =
  /** status 200 Orders, revenue, payment rate, average order value and top products of a range of days, compared with the one before */ OverviewDto;
export type GetOverviewApiArg = {
  /** The first day, in UTC; without it, 29 days before the last. */
  from?: string;
  /** The last day, in UTC; without it, today. */
  to?: string;
  /** What one entry of `series` is about; weeks begin on Monday. */
  by?: OverviewInterval;
};
export type ReconcilePaymentsApiResponse =
  /** status 200 Payments that do not agree with their orders, orders that do not agree with their payments, and open disputes, each with its resolution */ ReconciliationDto;
export type ReconcilePaymentsApiArg = {
  /** How many days back payments are compared now. What was found among all others is listed as well. */
  days?: number;
};
export type ConfirmReconciledPaymentApiResponse =
  /** status 200 Confirms the order that a succeeded payment is for */ ResolutionDto;
export type ConfirmReconciledPaymentApiArg = {
  /** The payment intent. */
  intentId: string;
};
export type RefundPaymentApiResponse =
  /** status 200 Refunds a payment that no order needs, or that does not match its order */ ResolutionDto;
export type RefundPaymentApiArg = {
  /** The payment intent. */
  intentId: string;
};
export type SyncPaymentRefundsApiResponse =
  /** status 200 Takes over the refunds of a payment, as the provider has them, into the order that it paid */ ResolutionDto;
export type SyncPaymentRefundsApiArg = {
  /** The payment intent. */
  intentId: string;
};
export type SearchManagedReviewsApiResponse =
  /** status 200 Search, filter, sort and page all reviews, hidden ones as well */ ManagedReviewPageDto;
export type SearchManagedReviewsApiArg = {
  /** Words, or beginnings of words, of the text, or of the author's name or address; all must match. */
  q?: string;
  /** Only reviews of so many stars. */
  ratings?: number;
  /** Only hidden ones, or only those that are not. */
  hidden?: boolean;
  /** By when they were written. */
  sort?: ReviewSort;
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
};
export type ExportReviewsApiResponse =
  /** status 200 All matching rows as a CSV file, with a row of headers. */ string;
export type ExportReviewsApiArg = {
  /** Words, or beginnings of words, of the text, or of the author's name or address; all must match. */
  q?: string;
  /** Only reviews of so many stars. */
  ratings?: number;
  /** Only hidden ones, or only those that are not. */
  hidden?: boolean;
  /** By when they were written. */
  sort?: ReviewSort;
};
export type GetManagedReviewApiResponse =
  /** status 200 A review as admins see it, with the `ETag` that edits need */ ManagedReviewDto;
export type GetManagedReviewApiArg = {
  /** The `_id`. */
  id: string;
};
export type HideReviewApiResponse =
  /** status 200 Hides a review from everybody but admins */ ManagedReviewDto;
export type HideReviewApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  hideReviewDto: HideReviewDto;
};
export type UnhideReviewApiResponse = /** status 200 Shows a hidden review again */ ManagedReviewDto;
export type UnhideReviewApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
};
export type ReplyToReviewApiResponse =
  /** status 200 Replies as the shop, or changes the reply */ ManagedReviewDto;
export type ReplyToReviewApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  replyToReviewDto: ReplyToReviewDto;
};
export type RemoveReviewReplyApiResponse = /** status 200 Takes the shop's reply away */ ManagedReviewDto;
export type RemoveReviewReplyApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
};
export type ListSavedViewsApiResponse =
  /** status 200 The caller's own views of a list, then the shared ones, each by name; at most 200 */ SavedViewDto[];
export type ListSavedViewsApiArg = {
  /** Which list. */
  list: string;
};
export type CreateSavedViewApiResponse =
  /** status 201 Saves a view of a list; 409 for a name that the caller has used */ SavedViewDto;
export type CreateSavedViewApiArg = {
  createSavedViewDto: CreateSavedViewDto;
};
export type GetSavedViewApiResponse =
  /** status 200 One view, with its ETag; another's private one is not found */ SavedViewDto;
export type GetSavedViewApiArg = {
  /** The `_id`. */
  id: string;
};
export type UpdateSavedViewApiResponse =
  /** status 200 Replaces name, filters, sort, columns and sharing of one's own view */ SavedViewDto;
export type UpdateSavedViewApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  editSavedViewDto: EditSavedViewDto;
};
export type RemoveSavedViewApiResponse = /** status 200 Removes one's own view */ DeletedDto;
export type RemoveSavedViewApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetListSettingsApiResponse =
  /** status 200 The caller's columns and density of a list */ ListSettingsDto;
export type GetListSettingsApiArg = {
  /** Which list. */
  list: string;
};
export type SetListSettingsApiResponse =
  /** status 200 Keeps the caller's columns and density of a list */ ListSettingsDto;
export type SetListSettingsApiArg = {
  /** Which list. */
  list: string;
  listSettingsDto: ListSettingsDto;
};
export type ListUsersApiResponse = /** status 200 Newest first, at most 1,000. */ UserDto[];
export type ListUsersApiArg = {
  /** At most so many rows, newest first. */
  limit?: number;
};
export type SearchUsersApiResponse = /** status 200 Search, filter, sort and page the users */ PersonPageDto;
export type SearchUsersApiArg = {
  /** Words, or beginnings of words, of the name or address; all must match. */
  q?: string;
  /** Only users of this role. */
  role?: Role;
  /** By when they first signed in. */
  sort?: UserSort;
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
};
export type ExportUsersApiResponse =
  /** status 200 All matching rows as a CSV file, with a row of headers. */ string;
export type ExportUsersApiArg = {
  /** Words, or beginnings of words, of the name or address; all must match. */
  q?: string;
  /** Only users of this role. */
  role?: Role;
  /** By when they first signed in. */
  sort?: UserSort;
};
export type MakeAdminApiResponse = /** status 200 Makes a user with a verified address an admin */ UserDto;
export type MakeAdminApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
};
export type RemoveAdminApiResponse = /** status 200 Takes an admin's role away, at once */ UserDto;
export type RemoveAdminApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
};
export type GetCustomerApiResponse =
  /** status 200 A customer by the `_id` of their account: figures, addresses, internal notes and newest reviews */ CustomerDto;
export type GetCustomerApiArg = {
  /** The `_id`. */
  id: string;
};
export type AddCustomerNoteApiResponse =
  /** status 201 Adds an internal note about a customer */ OrderNoteDto;
export type AddCustomerNoteApiArg = {
  /** The `_id`. */
  id: string;
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createOrderNoteDto: CreateOrderNoteDto;
};
export type EnterOrderApiResponse =
  /** status 201 Enters an order for a customer, at the prices of the shop */ OrderDto;
export type EnterOrderApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  enterOrderDto: EnterOrderDto;
};
export type UploadImageApiResponse =
  /** status 200 Uploads an image, which is re-encoded as WebP */ ImageUploadedDto;
export type UploadImageApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  body: {
    image: Blob;
  };
};
export type GetImageApiResponse = /** status 200 The image. */ Blob;
export type GetImageApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetImageVariantApiResponse = /** status 200 The image. */ Blob;
export type GetImageVariantApiArg = {
  /** The `_id`. */
  id: string;
  /** The longest side in pixels, and the format. */
  variant: '480.avif' | '480.webp' | '960.avif' | '960.webp';
};
export type CheckLiveApiResponse = /** status 200 Whether the process lives */ HealthDto;
export type CheckLiveApiArg = void;
export type CheckReadyApiResponse =
  /** status 200 Whether it can serve: the database, the local services and the demo data are there */ HealthDto;
export type CheckReadyApiArg = void;
export type ListOrderMailsApiResponse = /** status 200 The mails about an order, newest first */ MailsDto;
export type ListOrderMailsApiArg = {
  /** The `_id`. */
  id: string;
};
export type MailPayLinkApiResponse =
  /** status 202 Mails a link to pay an unpaid order to its customer */ MailDto;
export type MailPayLinkApiArg = {
  /** The `_id`. */
  id: string;
};
export type ListFailedMailsApiResponse =
  /** status 200 The mails of the last seven days that could not be sent, and that nobody has sent again */ MailsDto;
export type ListFailedMailsApiArg = void;
export type SendMailAgainApiResponse = /** status 202 Sends a mail once more */ MailDto;
export type SendMailAgainApiArg = {
  /** The `_id`. */
  id: string;
};
export type ListWebhookEndpointsApiResponse =
  /** status 200 The endpoints to which events are sent */ WebhookEndpointListDto;
export type ListWebhookEndpointsApiArg = void;
export type CreateWebhookEndpointApiResponse =
  /** status 201 Creates an endpoint; its secret is in this response only */ WebhookEndpointSecretDto;
export type CreateWebhookEndpointApiArg = {
  createWebhookEndpointDto: CreateWebhookEndpointDto;
};
export type GetWebhookEndpointApiResponse =
  /** status 200 One endpoint; its `ETag` is what a change sends as `If-Match` */ WebhookEndpointDto;
export type GetWebhookEndpointApiArg = {
  /** The `_id`. */
  id: string;
};
export type UpdateWebhookEndpointApiResponse =
  /** status 200 Changes an endpoint, or disables and enables it */ WebhookEndpointDto;
export type UpdateWebhookEndpointApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  updateWebhookEndpointDto: UpdateWebhookEndpointDto;
};
export type DeleteWebhookEndpointApiResponse =
  /** status 200 Removes an endpoint with its deliveries, also those that have not been sent */ DeletedDto;
export type DeleteWebhookEndpointApiArg = {
  /** The `_id`. */
  id: string;
};
export type RotateWebhookSecretApiResponse =
  /** status 200 Makes another secret, which is in this response only; the former one signs too for 24 hours */ WebhookEndpointSecretDto;
export type RotateWebhookSecretApiArg = {
  /** The `_id`. */
  id: string;
};
export type EndWebhookRotationApiResponse = /** status 200 Ends a former secret at once */ WebhookEndpointDto;
export type EndWebhookRotationApiArg = {
  /** The `_id`. */
  id: string;
};
export type SearchWebhookDeliveriesApiResponse =
  /** status 200 Search and page what was sent to endpoints, or is about to be */ WebhookDeliveryPageDto;
export type SearchWebhookDeliveriesApiArg = {
  /** Only those to one endpoint. */
  endpointId?: string;
  /** Only those of one state. */
  state?: WebhookDeliveryState;
  /** Only those of one type of event. */
  type?: SentEventType;
  /** By when the event was to be sent first. */
  sort?: WebhookDeliverySort;
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
};
export type GetWebhookDeliveryApiResponse =
  /** status 200 One delivery, with its requests and responses */ WebhookDeliveryDetailDto;
export type GetWebhookDeliveryApiArg = {
  /** The `_id`. */
  id: string;
};
export type ResendWebhookApiResponse =
  /** status 200 Sends an event again, with the same `webhook-id` */ WebhookDeliveryDto;
export type ResendWebhookApiArg = {
  /** The `_id`. */
  id: string;
};
export type ResendFailedWebhooksApiResponse =
  /** status 200 Sends all events again that were given up at an endpoint */ ResentWebhooksDto;
export type ResendFailedWebhooksApiArg = {
  /** The `_id`. */
  id: string;
};
export type SendTestWebhookApiResponse =
  /** status 200 Sends a test event at once, and says what came back */ WebhookDeliveryDetailDto;
export type SendTestWebhookApiArg = {
  /** The `_id`. */
  id: string;
};
export type ApiKeyScope =
  | 'catalogue:read'
  | 'catalogue:write'
  | 'orders:read'
  | 'orders:write'
  | 'orders:ship'
  | 'orders:refund'
  | 'users'
  | 'reports';
export type ApiKeyState = 'active' | 'expired' | 'revoked' | 'suspended';
export type ApiKeyOwnerDto = {
  id: string;
  /** Absent once they were removed. */
  name?: string;
  /** Absent once they were removed. */
  email?: string;
};
export type ApiKeyDto = {
  _id: string;
  name: string;
  /** How the key begins. */
  start: string;
  scopes: ApiKeyScope[];
  /** What it is good for now; `suspended` while the admin for whom it acts is no admin. */
  state: ApiKeyState;
  /** Who created it, and for whom it acts. */
  createdBy: ApiKeyOwnerDto;
  createdAt: string;
  /** Absent if it never expires. */
  expiresAt?: string;
  revokedAt?: string;
  /** Within a minute; absent if it was never used. */
  lastUsedAt?: string;
};
export type ApiKeyPageDto = {
  /** The rows of this page. */
  items: ApiKeyDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type ProblemType =
  | 'about:blank'
  | 'urn:rapid:problem:invalid-input'
  | 'urn:rapid:problem:not-json'
  | 'urn:rapid:problem:incomplete-body'
  | 'urn:rapid:problem:address-too-long'
  | 'urn:rapid:problem:bad-host'
  | 'urn:rapid:problem:not-signed-in'
  | 'urn:rapid:problem:not-allowed'
  | 'urn:rapid:problem:missing-scope'
  | 'urn:rapid:problem:not-found'
  | 'urn:rapid:problem:gone'
  | 'urn:rapid:problem:pay-link-invalid'
  | 'urn:rapid:problem:pay-link-expired'
  | 'urn:rapid:problem:stock-alert-link-invalid'
  | 'urn:rapid:problem:stock-alert-link-expired'
  | 'urn:rapid:problem:method-not-allowed'
  | 'urn:rapid:problem:not-enough-stock'
  | 'urn:rapid:problem:new-customer-stock-share'
  | 'urn:rapid:problem:new-customers-joint-share'
  | 'urn:rapid:problem:too-much-stock'
  | 'urn:rapid:problem:product-available'
  | 'urn:rapid:problem:price-changed'
  | 'urn:rapid:problem:lines-refused'
  | 'urn:rapid:problem:too-many-unpaid-orders'
  | 'urn:rapid:problem:wrong-state'
  | 'urn:rapid:problem:pay-link-closed'
  | 'urn:rapid:problem:mail-not-configured'
  | 'urn:rapid:problem:no-address'
  | 'urn:rapid:problem:not-an-admin'
  | 'urn:rapid:problem:nothing-to-tell'
  | 'urn:rapid:problem:payment-mismatch'
  | 'urn:rapid:problem:payment-provider-refused'
  | 'urn:rapid:problem:not-paid'
  | 'urn:rapid:problem:confirm-first'
  | 'urn:rapid:problem:refund-failed'
  | 'urn:rapid:problem:refunds-differ'
  | 'urn:rapid:problem:event-not-handled'
  | 'urn:rapid:problem:sku-taken'
  | 'urn:rapid:problem:external-id-taken'
  | 'urn:rapid:problem:kind-in-use'
  | 'urn:rapid:problem:name-taken'
  | 'urn:rapid:problem:catalogue-changed'
  | 'urn:rapid:problem:preview-stale'
  | 'urn:rapid:problem:email-not-verified'
  | 'urn:rapid:problem:own-account'
  | 'urn:rapid:problem:last-admin'
  | 'urn:rapid:problem:too-many-keys'
  | 'urn:rapid:problem:too-many-kinds'
  | 'urn:rapid:problem:too-many-notes'
  | 'urn:rapid:problem:too-many-views'
  | 'urn:rapid:problem:too-many-webhooks'
  | 'urn:rapid:problem:too-many-addresses'
  | 'urn:rapid:problem:too-many-alerts'
  | 'urn:rapid:problem:idempotency-key-in-use'
  | 'urn:rapid:problem:write-conflict'
  | 'urn:rapid:problem:stale-version'
  | 'urn:rapid:problem:version-required'
  | 'urn:rapid:problem:excessive-body'
  | 'urn:rapid:problem:image-too-large'
  | 'urn:rapid:problem:import-too-large'
  | 'urn:rapid:problem:unsupported-body'
  | 'urn:rapid:problem:compressed-body'
  | 'urn:rapid:problem:not-csv'
  | 'urn:rapid:problem:not-multipart'
  | 'urn:rapid:problem:unsupported-image'
  | 'urn:rapid:problem:quantity-below-minimum'
  | 'urn:rapid:problem:sold-in-packs'
  | 'urn:rapid:problem:not-delivered'
  | 'urn:rapid:problem:other-destination'
  | 'urn:rapid:problem:total-out-of-range'
  | 'urn:rapid:problem:product-not-named'
  | 'urn:rapid:problem:refund-too-large'
  | 'urn:rapid:problem:not-to-be-shipped'
  | 'urn:rapid:problem:not-to-be-refunded'
  | 'urn:rapid:problem:invalid-import'
  | 'urn:rapid:problem:too-many-rows'
  | 'urn:rapid:problem:search-index-missing'
  | 'urn:rapid:problem:idempotency-key-reused'
  | 'urn:rapid:problem:too-many-requests'
  | 'urn:rapid:problem:too-many-headers'
  | 'urn:rapid:problem:busy'
  | 'urn:rapid:problem:dependency-down'
  | 'urn:rapid:problem:payment-provider-denied'
  | 'urn:rapid:problem:stopping'
  | 'urn:rapid:problem:hung'
  | 'urn:rapid:problem:not-seeded'
  | 'urn:rapid:problem:search-index-building';
export type OrderInUseDto = {
  _id: string;
  number: string;
};
export type ProblemDto = {
  /** Names the kind of problem, as docs/api.md lists them; `about:blank` where the status says it all. */
  type: ProblemType;
  /** The kind of problem in a few words, the same each time. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What went wrong this time, for a person: one sentence. */
  detail: string;
  /** The path that was called; absent when it could not be read. */
  instance?: string;
  /** Names this request in the server's logs; also in the `X-Request-Id` header. */
  requestId: string;
  /** Each rejected field with the rule that it breaks, for a person. */
  errors?: {
    [key: string]: string;
  };
  /** For 409 on a quantity: how many units can be ordered now. */
  available?: number;
  /** For 409 on a price: the current price in dollars. */
  price?: number;
  /** For 409 on an external id of orders: the order that has it. */
  order?: OrderInUseDto;
  /** For an API key without it (`missing-scope`): the scope that the call needs. */
  scope?: string;
  /** For a product that was taken off sale (`gone`): its kind, of which there may be others. */
  kind?: string;
};
export type ApiKeySort = 'newest' | 'oldest';
export type CreatedApiKeyDto = {
  _id: string;
  name: string;
  /** How the key begins. */
  start: string;
  scopes: ApiKeyScope[];
  /** What it is good for now; `suspended` while the admin for whom it acts is no admin. */
  state: ApiKeyState;
  /** Who created it, and for whom it acts. */
  createdBy: ApiKeyOwnerDto;
  createdAt: string;
  /** Absent if it never expires. */
  expiresAt?: string;
  revokedAt?: string;
  /** Within a minute; absent if it was never used. */
  lastUsedAt?: string;
  /** The key, to be sent as `Authorization: Bearer`. It is shown this once. */
  key: string;
};
export type CreateApiKeyDto = {
  /** What it is for; unique among the active keys, without regard to case. */
  name: string;
  /** What it may do. */
  scopes: ApiKeyScope[];
  /** When it stops working, in the future; without it, never. */
  expiresAt?: string;
};
export type AttentionKind = 'payment-to-resolve' | 'dispute' | 'low-stock' | 'failed-webhook' | 'failed-mail';
export type AttentionCountDto = {
  kind: AttentionKind;
  /** How many wait for somebody; some are counted no further than 1,000. */
  count: number;
};
export type AttentionDto = {
  /** The shop's clock: from it a caller knows by how much theirs differs. */
  asOf: string;
  /** One for each kind that this shop has, up to some seconds old. */
  counts: AttentionCountDto[];
  /** Orders placed since `ordersSince`; absent without it. */
  newOrders?: number;
  /** Reviews written since `reviewsSince`; absent without it. */
  newReviews?: number;
};
export type AuditApiKeyDto = {
  id: string;
  name: string;
};
export type AuditActorDto = {
  /** The `_id` of the admin's account. */
  id: string;
  /** The name at that time. */
  name: string;
  /** The address at that time. */
  email: string;
  /** The API key that made the change on their behalf; absent if they made it themselves. */
  apiKey?: AuditApiKeyDto;
};
export type AuditedEntity =
  | 'product'
  | 'order'
  | 'user'
  | 'review'
  | 'saved-view'
  | 'api-key'
  | 'delivery-settings'
  | 'kind'
  | 'synonyms'
  | 'webhook'
  | 'mail';
export type AuditEntryDto = {
  _id: string;
  at: string;
  actor: AuditActorDto;
  action: string;
  entity: AuditedEntity;
  /** The `_id` of what was changed. */
  entityId: string;
  /** What people call it. Removed persons are no longer named. */
  label: string;
  /** The changed fields as they were. */
  before?: {
    [key: string]: unknown;
  };
  /** The changed fields as they became. */
  after?: {
    [key: string]: unknown;
  };
};
export type AuditEntryPageDto = {
  /** The rows of this page. */
  items: AuditEntryDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type AuditSort = 'newest' | 'oldest';
export type DeletedDto = {
  /** How many were removed. */
  deletedCount: number;
};
export type PriceBreakDto = {
  /** The least units of an order at this price. */
  from: number;
  /** The price in dollars of each unit of such an order, two decimals. */
  price: number;
};
export type SpecTextDto = {
  label: string;
  /** With its unit. */
  text: string;
};
export type Availability = 'orderable' | 'low' | 'below-minimum' | 'sold-out';
export type ProductState = 'on-sale' | 'archived';
export type ManagedProductDto = {
  _id: string;
  name: string;
  /** An https URL, or a path on this origin. */
  img: string;
  /** The base price: of a unit, in dollars, two decimals. */
  price: number;
  /** Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
  breaks?: PriceBreakDto[];
  /** The least units of one order. */
  minimumOQ: number;
  /** Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered. */
  orderStep?: number;
  /** Units in stock. Of what is sold in packs, the whole packs of them can be ordered. */
  availableQ: number;
  description: string;
  /** The slug of its kind. */
  kind?: string;
  /** What one part of its kind is called. */
  kindLabel?: string;
  /** The values of its kind's specifications, in their units; what is not known is left out. */
  specs?: {
    [key: string]: string | number | boolean | string[];
  };
  /** Those that matter most, as text: at most three. */
  highlights?: SpecTextDto[];
  /** The shop's own number of the part; no two products have the same. */
  sku?: string;
  /** Who makes it. */
  manufacturer?: string;
  /** The manufacturer's numbers of it. */
  partNumbers?: string[];
  /** The Global Trade Item Number. */
  gtin?: string;
  /** How much can be ordered, in one word. */
  availability: Availability;
  createdAt: string;
  /** Units under which the product counts as low; without it, three minimum orders. */
  lowStockAt?: number;
  /** What another system calls it; no two products have the same. */
  externalId?: string;
  /** An archived product is in no list of the shop and cannot be ordered. */
  state: ProductState;
  /** Units that people wait for, to be told when it is back in stock. */
  waitingUnits: number;
  /** How many people wait for it. */
  waitingAlerts: number;
  updatedAt: string;
};
export type ManagedProductPageDto = {
  /** The rows of this page. */
  items: ManagedProductDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
  /** The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed. */
  corrected?: string;
};
export type AvailabilityFilter = 'orderable' | 'low' | 'below-minimum' | 'sold-out' | 'low-stock';
export type ManagedProductSort =
  | 'relevance'
  | 'newest'
  | 'oldest'
  | 'price'
  | '-price'
  | 'name'
  | '-name'
  | 'availableQ'
  | '-availableQ'
  | 'waiting'
  | '-waiting';
export type Uncounted = 'too-many' | 'unavailable';
export type KindCountDto = {
  kind: string;
  /** What several of its parts are called. */
  label: string;
  total: number;
};
export type AvailabilityCountDto = {
  availability: Availability;
  total: number;
};
export type FacetType = 'values' | 'range';
export type SpecOptionCountDto = {
  /** As `spec` takes it. */
  value: string;
  label: string;
  total: number;
};
export type SpecFacetDto = {
  /** As `spec` takes it. */
  key: string;
  label: string;
  /** The heading that it stands under in the table of a part; empty for none. */
  group: string;
  /** By values, of which several can be chosen, or by a range of a number. */
  type: FacetType;
  /** Whether its values are numbers: a list can be sorted by them. */
  isNumber: boolean;
  /** Of a number. */
  unit?: string;
  /** Of a number: the most decimals; none where it is absent. */
  decimals?: number;
  /** Of a range: the least of the values under the other filters; absent where none is stated. */
  min?: number;
  /** Of a range: the greatest of them. */
  max?: number;
  /** Of values, those that some product of the kind has or that are chosen, in their order; empty for a range. */
  options: SpecOptionCountDto[];
  /** Products without a value; `~` finds them. */
  notStated: number;
};
export type FacetsDto = {
  /** False where they cannot be counted: there are no counts then, and no filters by specifications. */
  isCounted: boolean;
  /** Why they are not counted: the catalogue is too large without OpenSearch, or the search is not ready and will be. */
  uncounted?: Uncounted;
  /** One for each kind on sale, in order of their slugs; those of another kind are counted without `spec`. */
  kinds: KindCountDto[];
  /** One for each availability. */
  availabilities: AvailabilityCountDto[];
  /** Of the chosen kind, in the order of its specifications. */
  specs: SpecFacetDto[];
};
export type SynonymGroupDto = {
  words: string[];
};
export type SynonymsDto = {
  groups: SynonymGroupDto[];
};
export type ReplaceSynonymsDto = {
  /** All groups; those left out are removed. */
  groups: SynonymGroupDto[];
};
export type SearchMissDto = {
  /** In lower case, without signs. */
  words: string;
  /** How often, in the 90 days since it was searched last. */
  count: number;
  lastAt: string;
};
export type SearchMissesDto = {
  /** The most frequent first. */
  items: SearchMissDto[];
};
export type ProductDto = {
  _id: string;
  name: string;
  /** An https URL, or a path on this origin. */
  img: string;
  /** The base price: of a unit, in dollars, two decimals. */
  price: number;
  /** Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
  breaks?: PriceBreakDto[];
  /** The least units of one order. */
  minimumOQ: number;
  /** Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered. */
  orderStep?: number;
  /** Units in stock. Of what is sold in packs, the whole packs of them can be ordered. */
  availableQ: number;
  description: string;
  /** The slug of its kind. */
  kind?: string;
  /** What one part of its kind is called. */
  kindLabel?: string;
  /** The values of its kind's specifications, in their units; what is not known is left out. */
  specs?: {
    [key: string]: string | number | boolean | string[];
  };
  /** Those that matter most, as text: at most three. */
  highlights?: SpecTextDto[];
  /** The shop's own number of the part; no two products have the same. */
  sku?: string;
  /** Who makes it. */
  manufacturer?: string;
  /** The manufacturer's numbers of it. */
  partNumbers?: string[];
  /** The Global Trade Item Number. */
  gtin?: string;
  /** How much can be ordered, in one word. */
  availability: Availability;
  createdAt: string;
};
export type ProductCreatedDto = {
  /** The new product's `_id`. */
  insertedId: string;
};
export type EditedBreakDto = {
  /** The least units of an order at this price. */
  from: number | string;
  /** The price in dollars of each unit of such an order, at most two decimals. */
  price: number | string;
};
export type CreateProductDto = {
  name: string;
  /** The unit price in dollars, above 0, at most two decimals. */
  price: number | string;
  /** The least units of one order. */
  minimumOQ: number | string;
  /** Unit prices for larger orders: each from more units, above the minimum order, and below the price before. */
  breaks?: EditedBreakDto[];
  /** Units of a pack, of which the minimum order and the quantities of the breaks are multiples; 1 for none. */
  orderStep?: number | string;
  /** Units in stock. */
  availableQ: number | string;
  description: string;
  /** An https URL, or a path on this origin such as an upload's response. */
  img: string;
  /** The kind of part: its slug, or another of its names. */
  kind?: string;
  /** Values of its kind's specifications: a number also as text with a unit, a choice by its value, label or alias. */
  specs?: {
    [key: string]: (string | number | boolean | string[]) | null;
  };
  /** Who makes it. */
  manufacturer?: string;
  /** The manufacturer's numbers of it. */
  partNumbers?: string[];
  gtin?: string;
  /** What another system calls it; another product's is refused with 409. */
  externalId?: string;
  /** The shop's own number of the part, kept in upper case; another product's is refused with 409. */
  sku?: string;
  /** Units under which the product counts as low. */
  lowStockAt?: number | string;
};
export type EditProductDto = {
  name?: string;
  /** The unit price in dollars, above 0, at most two decimals. */
  price?: number | string;
  /** The least units of one order. */
  minimumOQ?: number | string;
  description?: string;
  /** An https URL, or a path on this origin such as an upload's response. */
  img?: string;
  /** Unit prices for larger orders, as a whole; null for none. */
  breaks?: EditedBreakDto[] | null;
  /** Units of a pack; null or 1 where any quantity can be ordered. */
  orderStep?: (number | string) | null;
  /** The kind of part: its slug, or another of its names; null for none. Of the specifications, those stay that it has too. */
  kind?: string | null;
  /** Values of specifications: those given are set, with null for one that is not known; the others stay. */
  specs?: {
    [key: string]: (string | number | boolean | string[]) | null;
  };
  /** Who makes it; null where that is not said. */
  manufacturer?: string | null;
  /** The manufacturer's numbers of it, as a whole; null for none. */
  partNumbers?: string[] | null;
  gtin?: string | null;
  /** What another system calls it; null for nothing. Another product's is refused with 409. */
  externalId?: string | null;
  /** The shop's own number of the part; null for none. Another product's is refused with 409. */
  sku?: string | null;
  /** Units under which the product counts as low; null for three minimum orders. */
  lowStockAt?: (number | string) | null;
};
export type RestockDto = {
  /** Units to add to each product; below zero to take away, as after a count; not 0. */
  units: number;
  /** Why, for the audit log. */
  reason: string;
};
export type BulkOutcome = 'qualifies' | 'done' | 'refused' | 'failed';
export type BulkRowDto = {
  /** The `_id` of the row. */
  id: string;
  /** What people call it; the `id` for API keys that may not read the rows. */
  label: string;
  /** `refused` by a rule; `failed` for a reason that may have passed at a repeat. */
  outcome: BulkOutcome;
  /** Why it was refused or failed. */
  reason?: string;
  /** Of a change of a number: what it was when it was changed, or in a dry run when it was read. */
  before?: number;
  /** What it becomes. */
  after?: number;
};
export type BulkResultDto = {
  /** Rows named or matching. */
  matched: number;
  /** Rows that the operation is possible for. */
  qualifying: number;
  /** Whether nothing was changed. */
  dryRun: boolean;
  /** Of a dry run: names what it showed, for the `previewId` of the call that does it. */
  previewId?: string;
  /** Every row. */
  rows: BulkRowDto[];
};
export type ManagedItemFilters = {
  /** Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
    typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first. */
  q?: string;
  /** `true` searches the words as they were typed, without correcting typing errors. */
  asTyped?: boolean;
  /** Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
    `~` stands for a value that is not stated. `GET /items/facets` has the keys and values. */
  spec?: string;
  /** Only products of this kind: its slug, or another of its names. */
  kind?: string;
  /** Unit price in dollars, at least. */
  minPrice?: number;
  /** Unit price in dollars, at most. */
  maxPrice?: number;
  /** Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
  availability?: AvailabilityFilter;
  /** On sale, or archived. */
  state?: ProductState;
  /** The key of a specification that they have no value of. */
  lacks?: string;
};
export type BulkPriceDto = {
  /** These rows. Either `ids` or `filter` (or `all`) is needed, and not both. */
  ids?: string[];
  /** All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true. */
  filter?: ManagedItemFilters;
  /** That every row may be meant: without `filter`, with an empty one, or one of `q` without words. */
  all?: boolean;
  /** Only says which rows qualify, and why the others do not. */
  dryRun?: boolean;
  /** The `previewId` of a dry run: 409 when what it showed has changed since. */
  previewId?: string;
  /** The new unit price in dollars of each product. Either `price` or `percent` is needed, and not both. */
  price?: number | string;
  /** Percent to add to each price, and to those by quantity, or below zero to take off; rounded to whole cents, halves up, to
    at least one cent. A product whose prices by quantity would not fall any more is refused, as with `price`. */
  percent?: number;
};
export type BulkStockDto = {
  /** These rows. Either `ids` or `filter` (or `all`) is needed, and not both. */
  ids?: string[];
  /** All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true. */
  filter?: ManagedItemFilters;
  /** That every row may be meant: without `filter`, with an empty one, or one of `q` without words. */
  all?: boolean;
  /** Only says which rows qualify, and why the others do not. */
  dryRun?: boolean;
  /** The `previewId` of a dry run: 409 when what it showed has changed since. */
  previewId?: string;
  /** Units to add to each product; below zero to take away, as after a count; not 0. */
  units: number;
  /** Why, for the audit log. */
  reason: string;
};
export type BulkSpecDto = {
  /** These rows. Either `ids` or `filter` (or `all`) is needed, and not both. */
  ids?: string[];
  /** All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true. */
  filter?: ManagedItemFilters;
  /** That every row may be meant: without `filter`, with an empty one, or one of `q` without words. */
  all?: boolean;
  /** Only says which rows qualify, and why the others do not. */
  dryRun?: boolean;
  /** The `previewId` of a dry run: 409 when what it showed has changed since. */
  previewId?: string;
  /** The kind that has the specification; parts of another one are refused. */
  kind: string;
  /** The specification. */
  key: string;
  /** What the product's `specs` take for it; null where it is not known. */
  value: (string | number | boolean | string[]) | null;
};
export type BulkItemsDto = {
  /** These rows. Either `ids` or `filter` (or `all`) is needed, and not both. */
  ids?: string[];
  /** All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true. */
  filter?: ManagedItemFilters;
  /** That every row may be meant: without `filter`, with an empty one, or one of `q` without words. */
  all?: boolean;
  /** Only says which rows qualify, and why the others do not. */
  dryRun?: boolean;
  /** The `previewId` of a dry run: 409 when what it showed has changed since. */
  previewId?: string;
};
export type ImportAction = 'create' | 'update';
export type ImportedFieldDto = {
  field: string;
  before?: string | number;
  after?: string | number;
};
export type ImportedRowDto = {
  /** The line of the file where the row begins; the header is line 1. */
  line: number;
  /** The product's name. */
  label: string;
  action: ImportAction;
  /** The fields that change; of a new product all. */
  fields: ImportedFieldDto[];
};
export type ImportErrorDto = {
  line: number;
  /** The column; absent when it is the row or the file. */
  column?: string;
  message: string;
};
export type ImportResultDto = {
  /** Whether nothing was changed. */
  dryRun: boolean;
  /** Rows of the file. */
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Rows with errors. */
  invalid: number;
  /** Whether the other rows can be imported without those with errors. */
  canSkipInvalid: boolean;
  /** Columns that an import leaves alone. */
  ignoredColumns: string[];
  /** What changes, at most 500 rows of it. */
  changes: ImportedRowDto[];
  /** What is wrong with the file, at most 500 of it; with any, nothing is imported unless the rows are left out. */
  errors: ImportErrorDto[];
  /** All that is wrong; a file with 5,000 errors is read no further. */
  errorCount: number;
};
export type ManagedKindDto = {
  slug: string;
  label: string;
  plural: string;
  group: string;
  isBuiltIn: boolean;
  /** How many specifications it has. */
  specs: number;
  /** How many parts there are of it, archived ones included. */
  parts: number;
};
export type ManagedKindListDto = {
  kinds: ManagedKindDto[];
};
export type SpecType = 'number' | 'choice' | 'choices' | 'flag' | 'text';
export type ZeroMeaning = 'none' | 'unknown';
export type SpecOptionDto = {
  /** What is stored and sent. */
  value: string;
  /** What people read. */
  label: string;
  /** Other names of the same, which are read wherever a value is. */
  aliases: string[];
};
export type SpecFilter = 'values' | 'range' | 'none';
export type SpecDto = {
  /** Names it in the API and in files (`spec.lengthMm`). */
  key: string;
  label: string;
  /** The heading that it stands under; empty for none. */
  group: string;
  /** `choice` is one of the options, `choices` are several of them, `flag` is yes or no. */
  type: SpecType;
  /** In which a number is stored and shown; absent where it counts something. */
  unit?: string;
  /** The least number, in its unit. */
  min?: number;
  /** The highest number, in its unit. */
  max?: number;
  /** The most decimals of a number; 0 unless set. */
  decimals?: number;
  /** What 0 says: that there is none, or that it is not known. */
  zero?: ZeroMeaning;
  /** Of a choice or choices, in the order in which they are shown. */
  options: SpecOptionDto[];
  /** Whether a part has to have it. */
  required: boolean;
  /** How parts are filtered by it. */
  filter: SpecFilter;
  /** Whether cards show it. */
  onCard: boolean;
  /** Whether parts are compared by it. */
  compared: boolean;
};
export type EditableKindDto = {
  /** Names it in addresses and in the API. */
  slug: string;
  /** What one part of it is called. */
  label: string;
  /** What several are called. */
  plural: string;
  /** What it is listed under; empty for none. */
  group: string;
  /** Other texts that mean this kind, in lower case. */
  aliases: string[];
  specs: SpecDto[];
  /** Whether it came with the shop. */
  isBuiltIn: boolean;
  /** The keys that rules of the shop read: they cannot be removed, nor change their type or unit. */
  reservedKeys: string[];
  /** How many parts there are of it, archived ones included. */
  parts: number;
  /** How many parts on sale have no value, by the key of the specification. */
  lacking: {
    [key: string]: number;
  };
};
export type SaveOptionDto = {
  /** What is stored and sent. */
  value: string;
  label: string;
  aliases: string[];
  /** The value that it had so far, to rename it: the parts that have it get the new one. */
  was?: string;
};
export type SaveSpecDto = {
  /** Names it in the API and in files; an existing one keeps its key. */
  key: string;
  label: string;
  /** The heading that it stands under; empty for none. */
  group: string;
  type: SpecType;
  /** Of a number, in which it is stored and shown; without it, it counts something. */
  unit?:
    | 'mm'
    | 'm'
    | 'W'
    | 'GB'
    | 'MB'
    | 'MT/s'
    | 'MHz'
    | 'GHz'
    | 'g'
    | 'kg'
    | 'dB'
    | 'rpm'
    | 'V'
    | 'A'
    | 'MB/s'
    | 'Gbit/s'
    | 'CFM'
    | 'mmH2O'
    | 'bit'
    | 'h'
    | 'TBW'
    | '%';
  /** Of a number, in its unit. */
  min?: number;
  /** Of a number, in its unit. */
  max?: number;
  decimals?: number;
  /** Of a number: what 0 says. */
  zero?: ZeroMeaning;
  /** Of a choice or choices; empty for other types. */
  options: SaveOptionDto[];
  required: boolean;
  filter: SpecFilter;
  onCard: boolean;
  compared: boolean;
};
export type CreateKindDto = {
  /** Names it in addresses and in the API; never changed. */
  slug: string;
  label: string;
  plural: string;
  /** What it is listed under; empty for none. */
  group: string;
  /** Other texts that mean this kind. */
  aliases: string[];
  specs: SaveSpecDto[];
};
export type KindDto = {
  /** Names it in addresses and in the API. */
  slug: string;
  /** What one part of it is called. */
  label: string;
  /** What several are called. */
  plural: string;
  /** What it is listed under; empty for none. */
  group: string;
  /** Other texts that mean this kind, in lower case. */
  aliases: string[];
  specs: SpecDto[];
};
export type KindListDto = {
  /** By their groups, then their labels. */
  kinds: KindDto[];
};
export type ReplaceKindDto = {
  label: string;
  plural: string;
  /** What it is listed under; empty for none. */
  group: string;
  /** Other texts that mean this kind. */
  aliases: string[];
  specs: SaveSpecDto[];
};
export type CarrierDto = {
  name: string;
  /** With `{number}` for the tracking number. */
  trackingUrl: string;
};
export type CarriersDto = {
  /** The shop's own and those that it knows, by name. */
  carriers: CarrierDto[];
};
export type DeliveryMethodDto = {
  _id: string;
  name: string;
  /** Dollars. */
  price: number;
  /** The subtotal in dollars from which on it costs nothing; absent where it always costs its price. */
  freeFrom?: number;
  /** How many working days it takes. */
  workingDays: number;
  /** The ISO 3166-1 alpha-2 codes of the countries it delivers to; none: to all. */
  countries: string[];
};
export type TaxRateDto = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Compared without regard to case; absent: of the whole country, where no region's own rate applies. */
  region?: string;
  /** Percent, at most four decimals. */
  rate: number;
  /** Whether prices include it; otherwise it is added to them. */
  isIncluded: boolean;
};
export type DeliverySettingsDto = {
  methods: DeliveryMethodDto[];
  taxRates: TaxRateDto[];
  /** The shop's own carriers, besides those that it knows. */
  carriers: CarrierDto[];
};
export type SaveDeliveryMethodDto = {
  name: string;
  /** Dollars. */
  price: number;
  /** The subtotal in dollars from which on it costs nothing; absent where it always costs its price. */
  freeFrom?: number;
  /** How many working days it takes. */
  workingDays: number;
  /** The ISO 3166-1 alpha-2 codes of the countries it delivers to; none: to all. */
  countries: string[];
  _id?: string;
};
export type SaveDeliverySettingsDto = {
  methods: SaveDeliveryMethodDto[];
  taxRates: TaxRateDto[];
  /** Without it, they stay as they are. */
  carriers?: CarrierDto[];
};
export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded';
export type StatusCountDto = {
  status: OrderStatus;
  /** Orders in this state, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
};
export type StatusCountsDto = {
  /** One for each state. */
  counts: StatusCountDto[];
};
export type OrderDispute = 'open' | 'lost' | 'won';
export type OrderSort = 'newest' | 'oldest' | 'total' | '-total';
export type OrderExportRows = 'orders' | 'lines';
export type PurchaseFilter = {
  /** A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
    products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
    also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
    first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
    order's id, its first twelve characters or more. */
  q?: string;
  /** Only orders in this state. */
  status?: OrderStatus;
  /** Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
  dispute?: OrderDispute;
  /** Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
    not name anyone. */
  email?: string;
  /** Only the order that another system calls so. */
  externalId?: string;
  /** Only orders placed on this day (UTC) or later. */
  from?: string;
  /** Only orders placed on this day (UTC) or before. */
  to?: string;
  /** The total in dollars, at least. */
  minTotal?: number;
  /** The total in dollars, at most. */
  maxTotal?: number;
  /** Only orders with this product. */
  productId?: string;
  /** Only orders with a product that was of this kind when it was ordered. */
  kind?: string;
};
export type BulkOrdersDto = {
  /** These rows. Either `ids` or `filter` (or `all`) is needed, and not both. */
  ids?: string[];
  /** All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true. */
  filter?: PurchaseFilter;
  /** That every row may be meant: without `filter`, with an empty one, or one of `q` without words. */
  all?: boolean;
  /** Only says which rows qualify, and why the others do not. */
  dryRun?: boolean;
  /** The `previewId` of a dry run: 409 when what it showed has changed since. */
  previewId?: string;
};
export type OrderLineDto = {
  productId: string;
  name: string;
  sku?: string;
  kind?: string;
  img: string;
  /** The unit price in dollars. */
  price: number;
  quantity: number;
  /** Percent. */
  taxRate: number;
  /** Dollars; included in the price or added to it, as `pricesIncludeTax` of the order says. */
  tax: number;
  /** What the line costs, in dollars. */
  total: number;
  /** Units that have shipped. */
  shipped: number;
  /** Units that were refunded. */
  refunded: number;
  /** Units that are still to be shipped; none of an order that was cancelled or refunded. */
  outstanding: number;
};
export type OrderDeliveryDto = {
  name: string;
  /** Dollars. */
  price: number;
  /** Dollars. */
  tax: number;
  /** The day it is expected to arrive. */
  expected?: string;
};
export type AddressDto = {
  name: string;
  company?: string;
  /** Street and number. */
  line1: string;
  line2?: string;
  city: string;
  /** A state, province or region, as people write it. */
  region?: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};
export type Fulfilment = 'none' | 'partial' | 'full';
export type LineUnitsDto = {
  productId: string;
  quantity: number;
};
export type ShipmentDto = {
  _id: string;
  at: string;
  lines: LineUnitsDto[];
  carrier?: string;
  trackingNumber?: string;
  /** The carrier's page that follows it, where the shop knows it. */
  trackingUrl?: string;
  /** When it was undone, where it was. */
  undoneAt?: string;
  /** Why it was undone; for admins. */
  undoReason?: string;
};
export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'partial';
export type OrderStep = 'pay' | 'cancel' | 'ship' | 'refund' | 'remove';
export type TimelineEntryDto = {
  at: string;
  /** The state reached, or another change, such as `refund-requested`. */
  what: string;
  /** Who did it: customer, admin, pay-link, expiry, webhook, payments-job, account-removal. */
  by: string;
  note?: string;
};
export type OrderCustomerDto = {
  /** The account's `_id`. */
  id: string;
  /** The account's address now; absent once the account is removed. */
  email?: string;
  /** How many orders they have placed, counted to 10,000. */
  orders: number;
};
export type OrderPaymentDto = {
  /** The payment intent that paid it. */
  intentId: string;
  /** Where the payment provider shows it; absent where the provider is a local service. */
  url?: string;
};
export type OneRefundStatus = 'pending' | 'succeeded' | 'failed';
export type OrderRefundDto = {
  /** Dollars. */
  amount: number;
  status: OneRefundStatus;
  /** The units that it gives back the price of, where it is of units. */
  lines?: LineUnitsDto[];
  /** Whether it gives back the price of the delivery. */
  ofDelivery?: boolean;
  /** Whether what it is of counts as refunded: it has succeeded, also where the bank has sent it back since. No other refund can be
    of the same. */
  isApplied?: boolean;
  /** Of a refund of units or of the delivery: whether its money is owed, since the bank has sent it back after it had succeeded, and
    it was not made again. A refund of exactly its amount makes it again. */
  isOwed?: boolean;
  /** What became of its units, where an admin said so: all went back to the stock, or none did. */
  restock?: boolean;
  /** Why it was made. */
  reason?: string;
  /** Why it failed. */
  failure?: string;
  /** When it was requested, or learned of. */
  at: string;
  /** Who made it; `webhook` or `payments-job` for one made at the payment provider. */
  by: string;
};
export type OrderNoteDto = {
  _id: string;
  text: string;
  /** Who wrote it, as they were called then. */
  author: string;
  at: string;
};
export type OrderDetailDto = {
  _id: string;
  /** What people call it. */
  number: string;
  /** Everything that was ordered. */
  lines: OrderLineDto[];
  /** The first line's product, followed by `and 2 more` where there are more. */
  productName: string;
  orderQuantity: number;
  /** Of all lines, unit price × quantity, in dollars. */
  subtotal: number;
  delivery?: OrderDeliveryDto;
  /** Of all lines and of the delivery, in dollars. */
  tax: number;
  /** Whether the tax is in the prices, or added to them. */
  pricesIncludeTax: boolean;
  /** The ISO 4217 code of every amount. */
  currency: string;
  status: OrderStatus;
  /** The payment intent that paid it. */
  transactionId?: string;
  /** What another system calls it; for admins, where one does. */
  externalId?: string;
  userName: string;
  userEmail: string;
  /** Where it is delivered, as one text. */
  address: string;
  /** The same in its parts, where it was given so. */
  shippingAddress?: AddressDto;
  phone: string;
  company?: string;
  /** The customer's VAT identification number. */
  vatId?: string;
  /** The customer's own number of the order. */
  poNumber?: string;
  /** What the customer asks for. */
  note?: string;
  productId: string;
  /** The product's kind when the order was made. */
  kind?: string;
  /** The unit price in dollars that the order was made at. */
  price: number;
  /** What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it. */
  total: number;
  img: string;
  /** Whether it was ever paid. */
  paid: boolean;
  /** Whether all of it has shipped. */
  shipped: boolean;
  /** How much of it has shipped, of what was not refunded. */
  fulfilment: Fulfilment;
  /** Oldest first. */
  shipments: ShipmentDto[];
  /** How its refunds stand, when there are any. */
  refundStatus?: RefundStatus;
  /** Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
  dispute?: OrderDispute;
  /** Until when an open dispute is to be responded to at the payment provider; for admins. */
  disputeDueBy?: string;
  /** What was given back of its payment, in dollars. */
  refunded: number;
  /** What the caller can do with it now. */
  nextSteps: OrderStep[];
  /** When it expires, while it is unpaid. */
  holdUntil?: string;
  createdAt: string;
  /** Every change, oldest first. */
  timeline: TimelineEntryDto[];
  customer: OrderCustomerDto;
  /** The payment that paid it, once it was paid. */
  payment?: OrderPaymentDto;
  /** What can still be given back of its payment, in dollars; 0 when nothing was paid. */
  refundable: number;
  /** Whether its address can still be changed. */
  isAddressEditable: boolean;
  /** Every refund, oldest first. */
  refunds: OrderRefundDto[];
  /** Internal notes, oldest first. */
  notes: OrderNoteDto[];
};
export type OrderDto = {
  _id: string;
  /** What people call it. */
  number: string;
  /** Everything that was ordered. */
  lines: OrderLineDto[];
  /** The first line's product, followed by `and 2 more` where there are more. */
  productName: string;
  orderQuantity: number;
  /** Of all lines, unit price × quantity, in dollars. */
  subtotal: number;
  delivery?: OrderDeliveryDto;
  /** Of all lines and of the delivery, in dollars. */
  tax: number;
  /** Whether the tax is in the prices, or added to them. */
  pricesIncludeTax: boolean;
  /** The ISO 4217 code of every amount. */
  currency: string;
  status: OrderStatus;
  /** The payment intent that paid it. */
  transactionId?: string;
  /** What another system calls it; for admins, where one does. */
  externalId?: string;
  userName: string;
  userEmail: string;
  /** Where it is delivered, as one text. */
  address: string;
  /** The same in its parts, where it was given so. */
  shippingAddress?: AddressDto;
  phone: string;
  company?: string;
  /** The customer's VAT identification number. */
  vatId?: string;
  /** The customer's own number of the order. */
  poNumber?: string;
  /** What the customer asks for. */
  note?: string;
  productId: string;
  /** The product's kind when the order was made. */
  kind?: string;
  /** The unit price in dollars that the order was made at. */
  price: number;
  /** What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it. */
  total: number;
  img: string;
  /** Whether it was ever paid. */
  paid: boolean;
  /** Whether all of it has shipped. */
  shipped: boolean;
  /** How much of it has shipped, of what was not refunded. */
  fulfilment: Fulfilment;
  /** Oldest first. */
  shipments: ShipmentDto[];
  /** How its refunds stand, when there are any. */
  refundStatus?: RefundStatus;
  /** Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
  dispute?: OrderDispute;
  /** Until when an open dispute is to be responded to at the payment provider; for admins. */
  disputeDueBy?: string;
  /** What was given back of its payment, in dollars. */
  refunded: number;
  /** What the caller can do with it now. */
  nextSteps: OrderStep[];
  /** When it expires, while it is unpaid. */
  holdUntil?: string;
  createdAt: string;
  /** Every change, oldest first. */
  timeline: TimelineEntryDto[];
};
export type CreateOrderNoteDto = {
  text: string;
};
export type PackedLineDto = {
  productId: string;
  name: string;
  sku?: string;
  /** Units that are to be packed now. */
  quantity: number;
};
export type PackingSlipDto = {
  _id: string;
  number: string;
  createdAt: string;
  userName: string;
  /** Where it is delivered, as one text. */
  address: string;
  phone: string;
  /** The customer's own number of the order. */
  poNumber?: string;
  /** What the customer asks for. */
  note?: string;
  /** The delivery method's name. */
  delivery?: string;
  /** Whether other units of it have shipped, or are refunded. */
  isPart: boolean;
  lines: PackedLineDto[];
};
export type NotPackedDto = {
  _id: string;
  /** Absent where there is no such order. */
  number?: string;
  reason: string;
};
export type PackingListDto = {
  /** In the order that they were named. */
  slips: PackingSlipDto[];
  left: NotPackedDto[];
};
export type NamedUnitsDto = {
  productId: string;
  quantity: number | string;
};
export type CreateShipmentDto = {
  /** Who delivers it; the page that follows it is known of those that `GET /delivery/carriers` lists. */
  carrier?: string;
  trackingNumber?: string;
  /** The units that leave together, each product once; without it, all that are left. */
  lines?: NamedUnitsDto[];
};
export type TrackingDto = {
  /** Who delivers it; the page that follows it is known of those that `GET /delivery/carriers` lists. */
  carrier?: string;
  trackingNumber?: string;
};
export type UndoShipmentDto = {
  /** Why, for other admins; the customer does not see it. */
  reason: string;
};
export type RefundPurchaseDto = {
  /** Dollars to give back, at most what is left of the payment; all of that without it. */
  amount?: number | string;
  /** The units whose price is given back, instead of an amount; each product once. */
  lines?: NamedUnitsDto[];
  /** Whether the price of the delivery is given back, instead of an amount; `false` goes with `lines` or an `amount` only. */
  delivery?: boolean;
  /** What becomes of the units: `true`, all of them go back to the stock; `false`, none do. Without it, those that have not shipped go
    back. An amount and the delivery alone are of no units. */
  restock?: boolean;
  /** Why, for other admins; the customer does not see it. */
  reason?: string;
};
export type ReceivedDto = {
  received: boolean;
};
export type FailedEventDto = {
  /** The event's id at the payment provider. */
  id: string;
  type: string;
  /** The payment that it is about, where that is known. */
  intentId?: string;
  /** Why the last attempt failed. */
  reason: string;
  attempts: number;
  /** When the first attempt failed. */
  since: string;
};
export type FailedEventsDto = {
  /** The latest first, at most 200. */
  events: FailedEventDto[];
};
export type EventResult = 'handled' | 'dismissed';
export type EventResolutionDto = {
  eventId: string;
  /** What was done. */
  result: EventResult;
};
export type PayLinkDto = {
  /** The page where anybody can pay the order; a path where the shop's own address is not configured (`PUBLIC_URL`). */
  url: string;
  /** When the link ends, with the order's hold at the latest. */
  expiresAt: string;
};
export type OverviewFiguresDto = {
  /** Orders placed. */
  orders: number;
  /** Those of them that were ever paid. */
  paidOrders: number;
  /** `paidOrders` by `orders`, from 0 to 1; null without orders. */
  paymentRate: number | null;
  /** What the paid ones cost, less what was refunded of it; in dollars. */
  revenue: number;
  /** What of their price was refunded, in dollars. */
  refunded: number;
  /** What one paid order cost on average before refunds, in dollars; null without paid orders. */
  averageOrderValue: number | null;
};
export type OverviewEntryDto = {
  /** Orders placed. */
  orders: number;
  /** Those of them that were ever paid. */
  paidOrders: number;
  /** `paidOrders` by `orders`, from 0 to 1; null without orders. */
  paymentRate: number | null;
  /** What the paid ones cost, less what was refunded of it; in dollars. */
  revenue: number;
  /** What of their price was refunded, in dollars. */
  refunded: number;
  /** What one paid order cost on average before refunds, in dollars; null without paid orders. */
  averageOrderValue: number | null;
  /** The first day of the entry, in UTC. */
  from: string;
  /** The last day of the entry. */
  to: string;
};
export type OverviewInterval = 'day' | 'week' | 'month';
export type OverviewRangeDto = {
  from: string;
  to: string;
  totals: OverviewFiguresDto;
  /** By day, week or month, oldest first. */
  series: OverviewEntryDto[];
};
export type TopProductDto = {
  productId: string;
  name: string;
  img: string;
  /** Units of the orders that were paid and not refunded as a whole. */
  units: number;
  /** What they brought, less refunds; in dollars. */
  revenue: number;
};
export type LowStockProductDto = {
  _id: string;
  name: string;
  img: string;
  availableQ: number;
  minimumOQ: number;
  availability: Availability;
};
export type LowStockDto = {
  /** Products of which there are few left; each number counted to 10,000. */
  low: number;
  /** Products of which less than the minimum order is left. */
  belowMinimum: number;
  soldOut: number;
  /** Some of them, the fewest units first: sold out, below the minimum, low. */
  items: LowStockProductDto[];
};
export type OverviewDto = {
  from: string;
  to: string;
  totals: OverviewFiguresDto;
  /** By day, week or month, oldest first. */
  series: OverviewEntryDto[];
  by: OverviewInterval;
  /** As many days, right before. */
  previous: OverviewRangeDto;
  /** The ten that brought most in the range, best first. */
  topProducts: TopProductDto[];
  /** As of now. */
  lowStock: LowStockDto;
  /** Every change of an order up to then is counted. */
  asOf: string;
};
export type ReconciliationFinding =
  | 'paid-without-order'
  | 'cancelled-but-paid'
  | 'amount-mismatch'
  | 'refunds-differ'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-unknown'
  | 'paid-without-payment'
  | 'order-does-not-add-up';
export type ReconciliationAction =
  'confirm' | 'refund' | 'respond-at-provider' | 'sync-refunds' | 'look-at-order';
export type ReconciliationRowDto = {
  finding: ReconciliationFinding;
  /** What is wrong, for a person. */
  detail: string;
  intentId?: string;
  orderId?: string;
  /** Absent, as is its state, where there is no such order. */
  orderNumber?: string;
  orderStatus?: OrderStatus;
  /** Where a person sees the payment at the provider; absent in the demo. */
  paymentUrl?: string;
  /** What was received, in the currency's main unit. */
  amount: number;
  /** What the action `refund` gives back, likewise; present with that action alone. */
  refundAmount?: number;
  /** What the order costs, in dollars. */
  amountDue?: number;
  currency: string;
  /** How a dispute stands, in the provider's word. */
  disputeStatus?: string;
  /** When the payment was created, or of the latest event about the dispute. */
  at: string;
  /** When it was first found; absent where it was found just now. */
  foundAt?: string;
  /** What resolves it. */
  action: ReconciliationAction;
};
export type ReconciliationPassDto = {
  /** When the last one ended; absent before the first. */
  endedAt?: string;
  /** How many it compared. */
  compared?: number;
  /** How many the one in progress has compared; absent while none is. */
  inProgress?: number;
  /** About how many there are to compare, where that is known. */
  expected?: number;
};
export type ReconciliationPassesDto = {
  /** Of every payment at the provider with its order. */
  payments: ReconciliationPassDto;
  /** Of every paid order with its payment at the provider. */
  orders: ReconciliationPassDto;
};
export type ReconciliationDto = {
  /** What is wrong, newest first. */
  items: ReconciliationRowDto[];
  /** How many payments were compared now. */
  checked: number;
  /** False when there were more payments than are compared at once, or more findings than are listed; ask for fewer days. */
  isComplete: boolean;
  /** Payments since then were compared. */
  since: string;
  /** The comparisons of everything, of whatever age. */
  passes: ReconciliationPassesDto;
};
export type ReconciliationResult = 'confirmed' | 'refunded' | 'refund-pending' | 'refunds-synced';
export type ResolutionDto = {
  intentId: string;
  /** What was done. */
  result: ReconciliationResult;
};
export type ReviewReplyDto = {
  text: string;
  at: string;
};
export type ManagedReviewDto = {
  _id: string;
  /** Whole stars, five is best. */
  ratings: number;
  comments: string;
  /** The author's name. */
  name: string;
  /** The author's address, shortened: reviews are public, addresses are not. */
  email: string;
  /** The author's image; empty when there is none. */
  img: string;
  createdAt: string;
  /** Whether its author had paid an order when they wrote it. */
  verifiedBuyer: boolean;
  reply?: ReviewReplyDto;
  /** The author's whole address; empty once their account is removed. */
  authorEmail: string;
  /** Whether it is kept from everybody but admins. */
  hidden: boolean;
  /** Why it is hidden. */
  hiddenReason?: string;
};
export type ManagedReviewPageDto = {
  /** The rows of this page. */
  items: ManagedReviewDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type ReviewSort = 'newest' | 'oldest';
export type HideReviewDto = {
  /** Why, for other admins; customers do not see it. */
  reason: string;
};
export type ReplyToReviewDto = {
  /** What the shop replies, under the review. */
  text: string;
};
export type SavedViewDto = {
  _id: string;
  list: string;
  name: string;
  /** Whether every admin sees it. */
  isShared: boolean;
  /** Whether the caller may change it: their own, and shared ones whose owner was removed. */
  canEdit: boolean;
  /** The owner's name; absent once they were removed. */
  owner?: string;
  query: string;
  columns?: string[];
  /** Goes up with each edit; in quotes, it is the `If-Match` of the next one. */
  version: number;
};
export type CreateSavedViewDto = {
  name: string;
  /** Whether every admin sees it; only its owner changes it. */
  isShared: boolean;
  /** Filters and sort as the list's query string. */
  query: string;
  /** Keys of the columns shown, in the order of the list; left out, the list’s own. */
  columns?: string[];
  /** Which list. */
  list: string;
};
export type EditSavedViewDto = {
  name: string;
  /** Whether every admin sees it; only its owner changes it. */
  isShared: boolean;
  /** Filters and sort as the list's query string. */
  query: string;
  /** Keys of the columns shown, in the order of the list; left out, the list’s own. */
  columns?: string[];
};
export type Density = 'comfortable' | 'compact';
export type ListSettingsDto = {
  /** Keys of the columns shown; left out, the list’s own. */
  columns?: string[];
  /** How close the rows are. */
  density: Density;
};
export type Role = 'customer' | 'admin';
export type UserDto = {
  _id: string;
  email: string;
  /** Whether the identity provider has verified the address; only then can they become an admin. */
  emailVerified: boolean;
  name: string;
  phone: string;
  education: string;
  linkedIn: string;
  role: Role;
  createdAt: string;
};
export type PersonDto = {
  _id: string;
  email: string;
  /** Whether the identity provider has verified the address; only then can they become an admin. */
  emailVerified: boolean;
  name: string;
  phone: string;
  education: string;
  linkedIn: string;
  role: Role;
  createdAt: string;
  /** When they were last signed in, to the hour; absent when that is not known. */
  lastSeenAt?: string;
};
export type PersonPageDto = {
  /** The rows of this page. */
  items: PersonDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type UserSort = 'newest' | 'oldest';
export type CustomerSpendDto = {
  /** Paid less what was given back, in dollars. */
  amount: number;
  /** The ISO 4217 code of the amount. */
  currency: string;
  /** False when there are more than 10,000 paid orders: then the newest 10,000 are added up. */
  isExact: boolean;
};
export type SavedAddressDto = {
  name: string;
  company?: string;
  /** Street and number. */
  line1: string;
  line2?: string;
  city: string;
  /** A state, province or region, as people write it. */
  region?: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  _id: string;
  /** Whether forms are filled with it; true of one, unless there is none. */
  isDefault: boolean;
  /** The address as one text, a line each. */
  text: string;
};
export type CustomerDto = {
  account: PersonDto;
  /** How many orders they have in each state, those that they took off their list included. */
  orders: StatusCountDto[];
  spend: CustomerSpendDto;
  /** In the order they were added. */
  addresses: SavedAddressDto[];
  /** Internal notes, oldest first. */
  notes: OrderNoteDto[];
  /** The newest ones, newest first. */
  reviews: ManagedReviewDto[];
};
export type CustomerRefDto = {
  id?: string;
  email?: string;
};
export type EnteredLineDto = {
  productId?: string;
  sku?: string;
  /** Whole units, within the part's minimum order, packs and what is available. */
  orderQuantity: number | string;
};
export type EnterOrderDto = {
  /** Where it is delivered. */
  address: AddressDto;
  /** Digits, as a string or a number. */
  phone: string | number;
  /** One that delivers to the address; without it, the cheapest of them. */
  deliveryMethodId?: string;
  /** The customer's VAT identification number. */
  vatId?: string;
  /** The customer's own number of the order. */
  poNumber?: string;
  /** What the customer asks for. */
  note?: string;
  customer: CustomerRefDto;
  /** What is ordered, one line a product. */
  lines: EnteredLineDto[];
  /** What the other system calls it: a second order with the same is refused with 409. */
  externalId?: string;
};
export type ImageDataDto = {
  url: string;
};
export type ImageUploadedDto = {
  success: boolean;
  data: ImageDataDto;
};
export type HealthDto = {
  status: string;
  degraded?: string[];
};
export type MailKind =
  | 'order-placed'
  | 'payment-link'
  | 'order-paid'
  | 'order-shipped'
  | 'tracking-changed'
  | 'order-cancelled'
  | 'line-cancelled'
  | 'order-refunded'
  | 'late-payment'
  | 'dispute-opened'
  | 'low-stock'
  | 'webhook-disabled'
  | 'stock-alert-confirm'
  | 'stock-alert-due';
export type MailState = 'queued' | 'sent' | 'failed' | 'dropped';
export type MailDto = {
  _id: string;
  kind: MailKind;
  /** The address that it goes to; absent once the account is removed. */
  to?: string;
  /** Whether it waits, was taken by the mail server, cannot be sent, or is not needed any more. */
  state: MailState;
  /** Why it was not sent, or not yet. */
  reason?: string;
  /** When what it is about happened, or somebody asked for it. */
  at: string;
  sentAt?: string;
  /** When an admin asked for the same mail once more, which is another mail. */
  sentAgainAt?: string;
  /** What it is about, such as an order's number. */
  label: string;
  /** The order that it is about, if it is about one. */
  orderId?: string;
};
export type MailsDto = {
  /** Whether a mail server is configured. */
  isConfigured: boolean;
  /** Newest first, 100 at most. */
  mails: MailDto[];
};
export type WebhookEventType =
  | 'order.placed'
  | 'order.paid'
  | 'order.paid-late'
  | 'order.cancelled'
  | 'order.line-cancelled'
  | 'order.address-changed'
  | 'order.partly-shipped'
  | 'order.shipped'
  | 'order.shipment-undone'
  | 'order.tracking-changed'
  | 'order.refund-requested'
  | 'order.partly-refunded'
  | 'order.refunded'
  | 'order.refund-failed'
  | 'order.dispute-opened'
  | 'order.dispute-lost'
  | 'order.dispute-won'
  | 'order.removed-by-customer'
  | 'order.put-back-by-customer'
  | 'order.anonymised'
  | 'product.created'
  | 'product.updated'
  | 'product.restocked'
  | 'product.archived'
  | 'product.unarchived'
  | 'product.deleted'
  | 'product.restored'
  | 'product.low-stock'
  | 'product.well-stocked'
  | 'kind.created'
  | 'kind.updated'
  | 'kind.removed'
  | 'review.created'
  | 'review.hidden'
  | 'review.unhidden'
  | 'review.replied'
  | 'review.reply-removed'
  | 'review.anonymised'
  | 'account.created'
  | 'account.updated'
  | 'account.promoted'
  | 'account.demoted'
  | 'account.removed';
export type WebhookEndpointState = 'enabled' | 'disabled' | 'failed' | 'gone';
export type WebhookEndpointDto = {
  _id: string;
  url: string;
  description: string;
  types: WebhookEventType[];
  /** `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
  state: WebhookEndpointState;
  createdAt: string;
  /** Absent while it is enabled. */
  disabledAt?: string;
  /** Until then a former secret signs as well; absent without one. */
  rotationEndsAt?: string;
  /** Events on their way, counted to 10,000. */
  pending: number;
  /** Those of them of which an attempt has failed. */
  failing: number;
  /** Events that were given up in the last 30 days, counted to 10,000. */
  failed: number;
};
export type WebhookEndpointListDto = {
  /** The oldest first. */
  endpoints: WebhookEndpointDto[];
};
export type WebhookEndpointSecretDto = {
  _id: string;
  url: string;
  description: string;
  types: WebhookEventType[];
  /** `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
  state: WebhookEndpointState;
  createdAt: string;
  /** Absent while it is enabled. */
  disabledAt?: string;
  /** Until then a former secret signs as well; absent without one. */
  rotationEndsAt?: string;
  /** Events on their way, counted to 10,000. */
  pending: number;
  /** Those of them of which an attempt has failed. */
  failing: number;
  /** Events that were given up in the last 30 days, counted to 10,000. */
  failed: number;
  /** With it the receiver verifies the signatures. */
  secret: string;
};
export type CreateWebhookEndpointDto = {
  /** Where events are sent: a public address over HTTPS. */
  url: string;
  /** What it is for. */
  description: string;
  /** Which events are sent to it. */
  types: WebhookEventType[];
};
export type UpdateWebhookEndpointDto = {
  /** Where events are sent: a public address over HTTPS. */
  url?: string;
  /** What it is for. */
  description?: string;
  /** Which events are sent to it. */
  types?: WebhookEventType[];
  /** Without it nothing is sent. What waits is sent once it is enabled again; events of the meantime are not. */
  enabled?: boolean;
};
export type SentEventType =
  | 'order.placed'
  | 'order.paid'
  | 'order.paid-late'
  | 'order.cancelled'
  | 'order.line-cancelled'
  | 'order.address-changed'
  | 'order.partly-shipped'
  | 'order.shipped'
  | 'order.shipment-undone'
  | 'order.tracking-changed'
  | 'order.refund-requested'
  | 'order.partly-refunded'
  | 'order.refunded'
  | 'order.refund-failed'
  | 'order.dispute-opened'
  | 'order.dispute-lost'
  | 'order.dispute-won'
  | 'order.removed-by-customer'
  | 'order.put-back-by-customer'
  | 'order.anonymised'
  | 'product.created'
  | 'product.updated'
  | 'product.restocked'
  | 'product.archived'
  | 'product.unarchived'
  | 'product.deleted'
  | 'product.restored'
  | 'product.low-stock'
  | 'product.well-stocked'
  | 'kind.created'
  | 'kind.updated'
  | 'kind.removed'
  | 'review.created'
  | 'review.hidden'
  | 'review.unhidden'
  | 'review.replied'
  | 'review.reply-removed'
  | 'review.anonymised'
  | 'account.created'
  | 'account.updated'
  | 'account.promoted'
  | 'account.demoted'
  | 'account.removed'
  | 'shop.test';
export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed';
export type WebhookDeliveryDto = {
  _id: string;
  endpointId: string;
  /** The `webhook-id` of the request: the same each time the event is sent. */
  eventId: string;
  type: SentEventType;
  subject: string;
  state: WebhookDeliveryState;
  createdAt: string;
  /** How often it was sent. */
  attemptCount: number;
  /** Of the last response. */
  lastStatus?: number;
  /** Why there was no response to the last attempt. */
  lastError?: string;
  /** Of the last attempt, in milliseconds. */
  lastDurationMs?: number;
  /** Absent once it has ended. */
  nextAttemptAt?: string;
  finishedAt?: string;
};
export type WebhookDeliveryPageDto = {
  /** The rows of this page. */
  items: WebhookDeliveryDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type WebhookDeliverySort = 'newest' | 'oldest';
export type WebhookAttemptDto = {
  at: string;
  durationMs: number;
  /** The headers of the Standard Webhooks specification. */
  requestHeaders: {
    [key: string]: string;
  };
  /** Absent without a response. */
  status?: number;
  /** The first 4 KB. */
  responseBody?: string;
  /** Whether there was more of it. */
  isCut?: boolean;
  /** Why there was no response. */
  error?: string;
};
export type WebhookDeliveryDetailDto = {
  _id: string;
  endpointId: string;
  /** The `webhook-id` of the request: the same each time the event is sent. */
  eventId: string;
  type: SentEventType;
  subject: string;
  state: WebhookDeliveryState;
  createdAt: string;
  /** How often it was sent. */
  attemptCount: number;
  /** Of the last response. */
  lastStatus?: number;
  /** Why there was no response to the last attempt. */
  lastError?: string;
  /** Of the last attempt, in milliseconds. */
  lastDurationMs?: number;
  /** Absent once it has ended. */
  nextAttemptAt?: string;
  finishedAt?: string;
  /** The text of the request, which its signature is of. */
  body: string;
  /** The last 25, the newest first. */
  attempts: WebhookAttemptDto[];
};
export type ResentWebhooksDto = {
  /** Deliveries that are sent again. */
  resent: number;
};
export const {
  useSearchApiKeysQuery,
  useLazySearchApiKeysQuery,
  useCreateApiKeyMutation,
  useRevokeApiKeyMutation,
  useGetAttentionQuery,
  useLazyGetAttentionQuery,
  useSearchAuditLogQuery,
  useLazySearchAuditLogQuery,
  useExportAuditLogQuery,
  useLazyExportAuditLogQuery,
  useGetAuditEntryQuery,
  useLazyGetAuditEntryQuery,
  useRemoveUserMutation,
  useSearchManagedItemsQuery,
  useLazySearchManagedItemsQuery,
  useCountManagedItemsQuery,
  useLazyCountManagedItemsQuery,
  useExportItemsQuery,
  useLazyExportItemsQuery,
  useGetSynonymsQuery,
  useLazyGetSynonymsQuery,
  useReplaceSynonymsMutation,
  useListSearchMissesQuery,
  useLazyListSearchMissesQuery,
  useFindItemsBySkuQuery,
  useLazyFindItemsBySkuQuery,
  useCreateProductMutation,
  useDeleteItemMutation,
  useGetItemToEditQuery,
  useLazyGetItemToEditQuery,
  useEditItemMutation,
  useRestockItemMutation,
  useArchiveItemMutation,
  useUnarchiveItemMutation,
  useRestoreItemMutation,
  useChangePricesMutation,
  useChangeStockMutation,
  useChangeSpecsMutation,
  useArchiveItemsMutation,
  useUnarchiveItemsMutation,
  useImportItemsMutation,
  useListRejectedRowsMutation,
  useListManagedKindsQuery,
  useLazyListManagedKindsQuery,
  useGetKindToEditQuery,
  useLazyGetKindToEditQuery,
  useCreateKindMutation,
  useListKindDetailsQuery,
  useLazyListKindDetailsQuery,
  useReplaceKindMutation,
  useDeleteKindMutation,
  useListCarriersQuery,
  useLazyListCarriersQuery,
  useGetDeliverySettingsQuery,
  useLazyGetDeliverySettingsQuery,
  useReplaceDeliverySettingsMutation,
  useCountPurchasesQuery,
  useLazyCountPurchasesQuery,
  useExportPurchasesQuery,
  useLazyExportPurchasesQuery,
  useBulkShipPurchasesMutation,
  useBulkCancelPurchasesMutation,
  useGetPurchaseQuery,
  useLazyGetPurchaseQuery,
  useChangeOrderAddressMutation,
  useAddOrderNoteMutation,
  useShipPurchaseMutation,
  useListPurchasesQuery,
  useLazyListPurchasesQuery,
  useGetPackingListQuery,
  useLazyGetPackingListQuery,
  useCreateShipmentMutation,
  useTrackShipmentMutation,
  useUndoShipmentMutation,
  useRefundPurchaseMutation,
  useReceiveStripeEventMutation,
  useListFailedPaymentEventsQuery,
  useLazyListFailedPaymentEventsQuery,
  useRetryPaymentEventMutation,
  useDismissPaymentEventMutation,
  useCreatePayLinkMutation,
  useGetOverviewQuery,
  useLazyGetOverviewQuery,
  useReconcilePaymentsQuery,
  useLazyReconcilePaymentsQuery,
  useConfirmReconciledPaymentMutation,
  useRefundPaymentMutation,
  useSyncPaymentRefundsMutation,
  useSearchManagedReviewsQuery,
  useLazySearchManagedReviewsQuery,
  useExportReviewsQuery,
  useLazyExportReviewsQuery,
  useGetManagedReviewQuery,
  useLazyGetManagedReviewQuery,
  useHideReviewMutation,
  useUnhideReviewMutation,
  useReplyToReviewMutation,
  useRemoveReviewReplyMutation,
  useListSavedViewsQuery,
  useLazyListSavedViewsQuery,
  useCreateSavedViewMutation,
  useGetSavedViewQuery,
  useLazyGetSavedViewQuery,
  useUpdateSavedViewMutation,
  useRemoveSavedViewMutation,
  useGetListSettingsQuery,
  useLazyGetListSettingsQuery,
  useSetListSettingsMutation,
  useListUsersQuery,
  useLazyListUsersQuery,
  useSearchUsersQuery,
  useLazySearchUsersQuery,
  useExportUsersQuery,
  useLazyExportUsersQuery,
  useMakeAdminMutation,
  useRemoveAdminMutation,
  useGetCustomerQuery,
  useLazyGetCustomerQuery,
  useAddCustomerNoteMutation,
  useEnterOrderMutation,
  useUploadImageMutation,
  useGetImageQuery,
  useLazyGetImageQuery,
  useGetImageVariantQuery,
  useLazyGetImageVariantQuery,
  useCheckLiveQuery,
  useLazyCheckLiveQuery,
  useCheckReadyQuery,
  useLazyCheckReadyQuery,
  useListOrderMailsQuery,
  useLazyListOrderMailsQuery,
  useMailPayLinkMutation,
  useListFailedMailsQuery,
  useLazyListFailedMailsQuery,
  useSendMailAgainMutation,
  useListWebhookEndpointsQuery,
  useLazyListWebhookEndpointsQuery,
  useCreateWebhookEndpointMutation,
  useGetWebhookEndpointQuery,
  useLazyGetWebhookEndpointQuery,
  useUpdateWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useEndWebhookRotationMutation,
  useSearchWebhookDeliveriesQuery,
  useLazySearchWebhookDeliveriesQuery,
  useGetWebhookDeliveryQuery,
  useLazyGetWebhookDeliveryQuery,
  useResendWebhookMutation,
  useResendFailedWebhooksMutation,
  useSendTestWebhookMutation,
} = injectedRtkApi;
