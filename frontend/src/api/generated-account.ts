import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    exchangeToken: build.mutation<ExchangeTokenApiResponse, ExchangeTokenApiArg>({
      query: (queryArg) => ({
        url: `/user/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.exchangeTokenDto,
      }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({ url: `/user/${encodeURIComponent(String(queryArg.email))}` }),
    }),
    requestStockAlert: build.mutation<RequestStockAlertApiResponse, RequestStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/stock-alerts`,
        method: 'POST',
        body: queryArg.requestStockAlertDto,
      }),
    }),
    requestOwnStockAlert: build.mutation<RequestOwnStockAlertApiResponse, RequestOwnStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/items/${encodeURIComponent(String(queryArg.id))}/stock-alerts/mine`,
        method: 'POST',
        body: queryArg.requestOwnStockAlertDto,
      }),
    }),
    listOwnStockAlerts: build.query<ListOwnStockAlertsApiResponse, ListOwnStockAlertsApiArg>({
      query: () => ({ url: `/stock-alerts/mine` }),
    }),
    stopOwnStockAlert: build.mutation<StopOwnStockAlertApiResponse, StopOwnStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/stock-alerts/mine/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    getAlertToConfirm: build.query<GetAlertToConfirmApiResponse, GetAlertToConfirmApiArg>({
      query: (queryArg) => ({ url: `/stock-alerts/confirm/${encodeURIComponent(String(queryArg.token))}` }),
    }),
    confirmStockAlert: build.mutation<ConfirmStockAlertApiResponse, ConfirmStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/stock-alerts/confirm/${encodeURIComponent(String(queryArg.token))}`,
        method: 'POST',
      }),
    }),
    getAlertToStop: build.query<GetAlertToStopApiResponse, GetAlertToStopApiArg>({
      query: (queryArg) => ({ url: `/stock-alerts/stop/${encodeURIComponent(String(queryArg.token))}` }),
    }),
    stopStockAlert: build.mutation<StopStockAlertApiResponse, StopStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/stock-alerts/stop/${encodeURIComponent(String(queryArg.token))}`,
        method: 'POST',
      }),
    }),
    getAddressBook: build.query<GetAddressBookApiResponse, GetAddressBookApiArg>({
      query: () => ({ url: `/addresses` }),
    }),
    addAddress: build.mutation<AddAddressApiResponse, AddAddressApiArg>({
      query: (queryArg) => ({
        url: `/addresses`,
        method: 'POST',
        body: queryArg.saveAddressDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    replaceAddress: build.mutation<ReplaceAddressApiResponse, ReplaceAddressApiArg>({
      query: (queryArg) => ({
        url: `/addresses/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.saveAddressDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    removeAddress: build.mutation<RemoveAddressApiResponse, RemoveAddressApiArg>({
      query: (queryArg) => ({
        url: `/addresses/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    listDeliveryMethods: build.query<ListDeliveryMethodsApiResponse, ListDeliveryMethodsApiArg>({
      query: () => ({ url: `/delivery/methods` }),
    }),
    getBasket: build.query<GetBasketApiResponse, GetBasketApiArg>({
      query: (queryArg) => ({
        url: `/basket`,
        params: {
          country: queryArg.country,
          region: queryArg.region,
          deliveryMethodId: queryArg.deliveryMethodId,
        },
      }),
    }),
    replaceBasket: build.mutation<ReplaceBasketApiResponse, ReplaceBasketApiArg>({
      query: (queryArg) => ({
        url: `/basket`,
        method: 'PUT',
        body: queryArg.saveBasketDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
        params: {
          country: queryArg.country,
          region: queryArg.region,
          deliveryMethodId: queryArg.deliveryMethodId,
        },
      }),
    }),
    checkBasket: build.mutation<CheckBasketApiResponse, CheckBasketApiArg>({
      query: (queryArg) => ({ url: `/basket/check`, method: 'POST', body: queryArg.checkBasketDto }),
    }),
    getOwnOrder: build.query<GetOwnOrderApiResponse, GetOwnOrderApiArg>({
      query: (queryArg) => ({ url: `/orders/${encodeURIComponent(String(queryArg['number']))}` }),
    }),
    putBackOrder: build.mutation<PutBackOrderApiResponse, PutBackOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders/${encodeURIComponent(String(queryArg['number']))}/put-back`,
        method: 'POST',
      }),
    }),
    createPurchase: build.mutation<CreatePurchaseApiResponse, CreatePurchaseApiArg>({
      query: (queryArg) => ({
        url: `/purchase`,
        method: 'POST',
        body: queryArg.createPurchaseDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    listPurchasesOf: build.query<ListPurchasesOfApiResponse, ListPurchasesOfApiArg>({
      query: (queryArg) => ({
        url: `/purchase/${encodeURIComponent(String(queryArg.id))}`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    removePurchase: build.mutation<RemovePurchaseApiResponse, RemovePurchaseApiArg>({
      query: (queryArg) => ({
        url: `/purchase/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    cancelOrderLine: build.mutation<CancelOrderLineApiResponse, CancelOrderLineApiArg>({
      query: (queryArg) => ({
        url: `/purchases/${encodeURIComponent(String(queryArg.id))}/lines/${encodeURIComponent(String(queryArg.productId))}/cancel`,
        method: 'POST',
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    searchPurchases: build.query<SearchPurchasesApiResponse, SearchPurchasesApiArg>({
      query: (queryArg) => ({
        url: `/purchases/search`,
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
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
          own: queryArg.own,
          removed: queryArg.removed,
        },
      }),
    }),
    getOrderToPay: build.query<GetOrderToPayApiResponse, GetOrderToPayApiArg>({
      query: (queryArg) => ({ url: `/buy/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    placeOrder: build.mutation<PlaceOrderApiResponse, PlaceOrderApiArg>({
      query: (queryArg) => ({
        url: `/checkout`,
        method: 'POST',
        body: queryArg.checkoutDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    createPaymentIntent: build.mutation<CreatePaymentIntentApiResponse, CreatePaymentIntentApiArg>({
      query: (queryArg) => ({
        url: `/create-payment-intent`,
        method: 'POST',
        body: queryArg.createPaymentIntentDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    confirmPayment: build.mutation<ConfirmPaymentApiResponse, ConfirmPaymentApiArg>({
      query: (queryArg) => ({
        url: `/payment/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        body: queryArg.confirmPaymentDto,
      }),
    }),
    getLinkedOrder: build.query<GetLinkedOrderApiResponse, GetLinkedOrderApiArg>({
      query: (queryArg) => ({ url: `/pay/${encodeURIComponent(String(queryArg.token))}` }),
    }),
    createLinkedIntent: build.mutation<CreateLinkedIntentApiResponse, CreateLinkedIntentApiArg>({
      query: (queryArg) => ({
        url: `/pay/${encodeURIComponent(String(queryArg.token))}/intent`,
        method: 'POST',
        body: queryArg.createLinkedIntentDto,
      }),
    }),
    confirmLinkedPayment: build.mutation<ConfirmLinkedPaymentApiResponse, ConfirmLinkedPaymentApiArg>({
      query: (queryArg) => ({
        url: `/pay/${encodeURIComponent(String(queryArg.token))}/confirm`,
        method: 'POST',
        body: queryArg.confirmLinkedPaymentDto,
      }),
    }),
    createReview: build.mutation<CreateReviewApiResponse, CreateReviewApiArg>({
      query: (queryArg) => ({
        url: `/review`,
        method: 'POST',
        body: queryArg.createReviewDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
      query: (queryArg) => ({
        url: `/updateUser/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PATCH',
        body: queryArg.updateUserDto,
        headers: {
          'If-Match': queryArg['If-Match'],
        },
      }),
    }),
    getMailPreferences: build.query<GetMailPreferencesApiResponse, GetMailPreferencesApiArg>({
      query: () => ({ url: `/user/mail-preferences` }),
    }),
    setMailPreferences: build.mutation<SetMailPreferencesApiResponse, SetMailPreferencesApiArg>({
      query: (queryArg) => ({
        url: `/user/mail-preferences`,
        method: 'PUT',
        body: queryArg.setMailPreferencesDto,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAccountApi };
export type ExchangeTokenApiResponse =
  /** status 200 Exchanges the identity provider's ID token for the shop's own; creates the user on first sight */ TokenDto;
export type ExchangeTokenApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
  exchangeTokenDto: ExchangeTokenDto;
};
export type GetUserApiResponse = /** status 200 A user's profile */ UserDto;
export type GetUserApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
};
export type RequestStockAlertApiResponse =
  /** status 202 Asks to be told when a product that cannot be ordered is back in stock */ StockAlertRequestedDto;
export type RequestStockAlertApiArg = {
  /** The `_id`. */
  id: string;
  requestStockAlertDto: RequestStockAlertDto;
};
export type RequestOwnStockAlertApiResponse =
  /** status 202 The same for one's own address; one that is verified needs no confirmation */ StockAlertRequestedDto;
export type RequestOwnStockAlertApiArg = {
  /** The `_id`. */
  id: string;
  requestOwnStockAlertDto: RequestOwnStockAlertDto;
};
export type ListOwnStockAlertsApiResponse =
  /** status 200 The parts that the caller waits for */ OwnStockAlertsDto;
export type ListOwnStockAlertsApiArg = void;
export type StopOwnStockAlertApiResponse = unknown;
export type StopOwnStockAlertApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetAlertToConfirmApiResponse =
  /** status 200 The alert that a mailed link confirms; it does not count before `POST` */ LinkedStockAlertDto;
export type GetAlertToConfirmApiArg = {
  /** The last part of a mailed link. */
  token: string;
};
export type ConfirmStockAlertApiResponse =
  /** status 200 Confirms an alert; repeating it changes nothing */ LinkedStockAlertDto;
export type ConfirmStockAlertApiArg = {
  /** The last part of a mailed link. */
  token: string;
};
export type GetAlertToStopApiResponse =
  /** status 200 The alert that a mailed link stops */ LinkedStockAlertDto;
export type GetAlertToStopApiArg = {
  /** The last part of a mailed link. */
  token: string;
};
export type StopStockAlertApiResponse = unknown;
export type StopStockAlertApiArg = {
  /** The last part of a mailed link. */
  token: string;
};
export type GetAddressBookApiResponse = /** status 200 The caller's addresses */ AddressBookDto;
export type GetAddressBookApiArg = void;
export type AddAddressApiResponse = /** status 201 Adds an address */ AddressBookDto;
export type AddAddressApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  saveAddressDto: SaveAddressDto;
};
export type ReplaceAddressApiResponse =
  /** status 200 Replaces an address; `If-Match` is the `ETag` of the addresses */ AddressBookDto;
export type ReplaceAddressApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
  saveAddressDto: SaveAddressDto;
};
export type RemoveAddressApiResponse =
  /** status 200 Removes an address; when it was the default, the oldest other one becomes it */ AddressBookDto;
export type RemoveAddressApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
  'If-Match': string;
};
export type ListDeliveryMethodsApiResponse = /** status 200 How the shop delivers */ DeliveryMethodsDto;
export type ListDeliveryMethodsApiArg = void;
export type GetBasketApiResponse =
  /** status 200 The caller's basket, checked against the catalogue as it is now */ BasketDto;
export type GetBasketApiArg = {
  /** ISO 3166-1 alpha-2; without it, the shop's own country. */
  country?: string;
  /** A state, province or region: the tax may depend on it. */
  region?: string;
  /** Without it, the cheapest. */
  deliveryMethodId?: string;
};
export type ReplaceBasketApiResponse =
  /** status 200 Replaces the lines of the caller's basket; it is kept for 90 days after the last change */ BasketDto;
export type ReplaceBasketApiArg = {
  /** ISO 3166-1 alpha-2; without it, the shop's own country. */
  country?: string;
  /** A state, province or region: the tax may depend on it. */
  region?: string;
  /** Without it, the cheapest. */
  deliveryMethodId?: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
  saveBasketDto: SaveBasketDto;
};
export type CheckBasketApiResponse =
  /** status 200 Checks lines against the catalogue and says what they would cost; keeps nothing */ BasketDto;
export type CheckBasketApiArg = {
  checkBasketDto: CheckBasketDto;
};
export type GetOwnOrderApiResponse =
  /** status 200 One of the caller's orders, also one that they took off their list */ OwnOrderDto;
export type GetOwnOrderApiArg = {
  /** The order's number, with or without its hyphens, in any case. */
  number: string;
};
export type PutBackOrderApiResponse =
  /** status 200 Puts an order back on the list that the caller took it off; repeating it changes nothing */ OwnOrderDto;
export type PutBackOrderApiArg = {
  /** The order's number, with or without its hyphens, in any case. */
  number: string;
};
export type CreatePurchaseApiResponse = /** status 201 Orders a product */ OrderDto;
export type CreatePurchaseApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createPurchaseDto: CreatePurchaseDto;
};
export type ListPurchasesOfApiResponse = /** status 200 Newest first, at most 1,000. */ OrderDto[];
export type ListPurchasesOfApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  id: string;
  /** At most so many rows, newest first. */
  limit?: number;
};
export type RemovePurchaseApiResponse =
  /** status 200 Takes an order off the customer's list, or cancels an unpaid one */ DeletedDto;
export type RemovePurchaseApiArg = {
  /** The `_id`. */
  id: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
};
export type CancelOrderLineApiResponse =
  /** status 200 Cancels a line of an unpaid order, which then costs less; the last line goes with the order */ OrderDto;
export type CancelOrderLineApiArg = {
  /** The `_id`. */
  id: string;
  /** The `_id` of the line's product. */
  productId: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
};
export type SearchPurchasesApiResponse =
  /** status 200 Search, filter, sort and page the orders; the caller's own with `own` */ OrderPageDto;
export type SearchPurchasesApiArg = {
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
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
  /** Only the orders on the caller's own list, as their customer sees them. It is the default for customers; for an admin, who is
    shown all orders with what only admins see, it is the way to their own list. */
  own?: boolean;
  /** Of the caller's own list: the orders that they took off it, instead of those on it. An admin sends `own` with it. */
  removed?: boolean;
};
export type GetOrderToPayApiResponse = /** status 200 The order to pay */ OrderToPayDto;
export type GetOrderToPayApiArg = {
  /** The `_id`. */
  id: string;
};
export type PlaceOrderApiResponse = /** status 201 Orders several parts at once */ OrderDto;
export type PlaceOrderApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  checkoutDto: CheckoutDto;
};
export type CreatePaymentIntentApiResponse =
  /** status 200 Opens the payment of an order, or returns the one that is open; the amount comes from the order */ PaymentIntentDto;
export type CreatePaymentIntentApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createPaymentIntentDto: CreatePaymentIntentDto;
};
export type ConfirmPaymentApiResponse =
  /** status 200 Records a payment after checking it with the payment provider; repeating it changes nothing */ OrderDto;
export type ConfirmPaymentApiArg = {
  /** The `_id`. */
  id: string;
  confirmPaymentDto: ConfirmPaymentDto;
};
export type GetLinkedOrderApiResponse = /** status 200 The order of a payment link */ LinkedOrderDto;
export type GetLinkedOrderApiArg = {
  /** The last part of a payment link. */
  token: string;
};
export type CreateLinkedIntentApiResponse =
  /** status 200 Opens the payment of a link's order, or returns the one that is open */ PaymentIntentDto;
export type CreateLinkedIntentApiArg = {
  /** The last part of a payment link. */
  token: string;
  createLinkedIntentDto: CreateLinkedIntentDto;
};
export type ConfirmLinkedPaymentApiResponse =
  /** status 200 Records the payment of a link's order after checking it with the payment provider; repeating it changes nothing */ LinkedOrderDto;
export type ConfirmLinkedPaymentApiArg = {
  /** The last part of a payment link. */
  token: string;
  confirmLinkedPaymentDto: ConfirmLinkedPaymentDto;
};
export type CreateReviewApiResponse =
  /** status 201 Adds a review of the shop, under the caller's own name and image */ ReviewDto;
export type CreateReviewApiArg = {
  /** A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
  'Idempotency-Key'?: string;
  createReviewDto: CreateReviewDto;
};
export type UpdateUserApiResponse =
  /** status 200 Changes name, phone, education and LinkedIn, nothing else */ UserDto;
export type UpdateUserApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
  /** The `ETag` read before; a stale one is refused with 412. */
  'If-Match'?: string;
  updateUserDto: UpdateUserDto;
};
export type GetMailPreferencesApiResponse =
  /** status 200 Which mails to admins the caller does not get */ MailPreferencesDto;
export type GetMailPreferencesApiArg = void;
export type SetMailPreferencesApiResponse =
  /** status 200 Replaces what the caller does not want to be mailed */ MailPreferencesDto;
export type SetMailPreferencesApiArg = {
  setMailPreferencesDto: SetMailPreferencesDto;
};
export type TokenDto = {
  token: string;
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
export type ExchangeTokenDto = {
  email: string;
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
export type StockAlertRequestedDto = {
  /** Whether a mailed link has to be opened first. Where anybody asks it is always true, whatever the shop knows of the address. */
  needsConfirmation: boolean;
};
export type RequestStockAlertDto = {
  /** How many they want: at least the minimum order. */
  units: number | string;
  /** Who is told; they confirm it by a mailed link first. */
  email: string;
};
export type RequestOwnStockAlertDto = {
  /** How many they want: at least the minimum order. */
  units: number | string;
};
export type StockAlertState = 'requested' | 'waiting' | 'notified';
export type OwnStockAlertDto = {
  productId: string;
  productName: string;
  /** How many are wanted; before they are confirmed, how many were asked for. */
  units: number;
  state: StockAlertState;
  _id: string;
  /** Since when they wait. */
  since: string;
};
export type OwnStockAlertsDto = {
  /** Newest first. */
  alerts: OwnStockAlertDto[];
};
export type LinkedStockAlertDto = {
  productId: string;
  productName: string;
  /** How many are wanted; before they are confirmed, how many were asked for. */
  units: number;
  state: StockAlertState;
  /** Whether nothing is left to be confirmed. */
  isConfirmed: boolean;
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
export type AddressBookDto = {
  addresses: SavedAddressDto[];
};
export type SaveAddressDto = {
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
  /** Whether it becomes the one that forms are filled with; the first one always does. */
  isDefault?: boolean;
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
export type DeliveryMethodsDto = {
  /** The country of addresses that name none. */
  shopCountry: string;
  /** Cheapest first. */
  methods: DeliveryMethodDto[];
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
export type BasketProblem =
  'price-changed' | 'below-minimum' | 'off-pack-step' | 'more-than-available' | 'sold-out' | 'not-sold';
export type BasketFix = 'accept-price' | 'set-quantity' | 'remove';
export type BasketProblemDto = {
  code: BasketProblem;
  /** A sentence for the shopper. */
  message: string;
  /** The unit price in dollars that the shopper saw, of a changed one. */
  was?: number;
  /** The unit price in dollars now, of a changed one. */
  is?: number;
  fix: BasketFix;
  /** The quantity that can be ordered, of the fix `set-quantity`: it meets every rule at once. */
  orderQuantity?: number;
};
export type BasketLineDto = {
  productId: string;
  orderQuantity: number;
  /** What the part is called; empty for one that the shop does not know. */
  name: string;
  /** Empty for a part that the shop does not know. */
  img: string;
  /** The part as it is sold now; absent when it is not sold any more. */
  product?: ProductDto;
  /** The unit price in dollars at this quantity; 0 when it is not sold any more. */
  price: number;
  /** Dollars; 0 when it is not sold any more. */
  total: number;
  /** None: the line can be ordered as it is. */
  problems: BasketProblemDto[];
};
export type DeliveryOfferDto = {
  _id: string;
  name: string;
  /** What it costs for this basket, in dollars; with the tax where prices include it. */
  price: number;
  /** The subtotal in dollars from which on it costs nothing. */
  freeFrom?: number;
  /** The day it is expected to arrive when the order is placed now. */
  expected: string;
};
export type BasketDto = {
  /** In the order they were added. */
  lines: BasketLineDto[];
  /** Of the lines that are sold, in dollars. */
  subtotal: number;
  /** How it can be delivered, cheapest first; none where the shop has no delivery methods, or none for this country. */
  deliveryOffers: DeliveryOfferDto[];
  /** The one whose price is in the total: that asked for, else the cheapest. */
  delivery?: DeliveryOfferDto;
  /** Whether the shop delivers to this country. */
  isDelivered: boolean;
  /** Of all lines and of the delivery, in dollars. */
  tax: number;
  /** Percent. */
  taxRate: number;
  /** Whether the tax is in the prices, or added to them. */
  pricesIncludeTax: boolean;
  /** What it would cost, in dollars. */
  total: number;
};
export type SaveBasketLineDto = {
  productId: string;
  /** Units. Any number can be kept; a read says what of it can be ordered. */
  orderQuantity: number | string;
  /** The unit price in dollars that the shopper saw; a read says when it is another one now. */
  price?: number | string;
};
export type SaveBasketDto = {
  /** One a product. */
  lines: SaveBasketLineDto[];
};
export type CheckBasketDto = {
  /** ISO 3166-1 alpha-2; without it, the shop's own country. */
  country?: string;
  /** A state, province or region: the tax may depend on it. */
  region?: string;
  /** Without it, the cheapest. */
  deliveryMethodId?: string;
  /** One a product. */
  lines: SaveBasketLineDto[];
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
export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded';
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
export type OrderDispute = 'open' | 'lost' | 'won';
export type OrderStep = 'pay' | 'cancel' | 'ship' | 'refund' | 'remove';
export type TimelineEntryDto = {
  at: string;
  /** The state reached, or another change, such as `refund-requested`. */
  what: string;
  /** Who did it: customer, admin, pay-link, expiry, webhook, payments-job, account-removal. */
  by: string;
  note?: string;
};
export type OneRefundStatus = 'pending' | 'succeeded' | 'failed';
export type OwnRefundDto = {
  /** Dollars. */
  amount: number;
  status: OneRefundStatus;
  /** The units that it gives back the price of, where it is of units. */
  lines?: LineUnitsDto[];
  /** Whether it gives back the price of the delivery. */
  ofDelivery?: boolean;
  /** When it was requested, or learned of. */
  at: string;
};
export type OwnOrderDto = {
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
  /** Every refund, oldest first. */
  refunds: OwnRefundDto[];
  /** What was paid and not given back, in dollars; absent while nothing was paid. */
  kept?: number;
  /** When its customer took it off their list; absent while it is on it. */
  removedAt?: string;
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
export type CreatePurchaseDto = {
  /** The product. Without it, `productName` must name exactly one. */
  productId?: string;
  /** The product's whole name; needed only without `productId`. */
  productName?: string;
  address: string;
  /** Digits, as a string or a number. */
  phone: string | number;
  /** Whole units, within the product's minimum order and what is available. */
  orderQuantity: number | string;
  /** The unit price in dollars that the customer saw; another than the current one is refused with 409. */
  price?: number | string;
  /** Accepted and ignored: the account has the customer's name. */
  userName?: (object | null) | unknown[] | string | number | boolean;
  /** Accepted and ignored: the account has the customer's address. */
  userEmail?: (object | null) | unknown[] | string | number | boolean;
  /** Accepted and ignored: the product has the image. */
  img?: (object | null) | unknown[] | string | number | boolean;
};
export type DeletedDto = {
  /** How many were removed. */
  deletedCount: number;
};
export type OrderMatchField =
  | 'number'
  | 'customer'
  | 'email'
  | 'company'
  | 'poNumber'
  | 'product'
  | 'sku'
  | 'phone'
  | 'address'
  | 'trackingNumber'
  | 'id';
export type TextRangeDto = {
  from: number;
  to: number;
};
export type OrderMatchDto = {
  field: OrderMatchField;
  text: string;
  marks: TextRangeDto[];
};
export type FoundOrderDto = {
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
  /** Where it has what was searched for by `q`; for admins. */
  matches?: OrderMatchDto[];
};
export type OrderPageDto = {
  /** The rows of this page. */
  items: FoundOrderDto[];
  /** Matching rows, counted to 10,000. */
  total: number;
  /** False when there are more than `total`. */
  totalIsExact: boolean;
  page: number;
  pageSize: number;
  /** Leads to the rows after these; absent on the last page. */
  nextCursor?: string;
};
export type OrderSort = 'newest' | 'oldest' | 'total' | '-total';
export type OrderToPayDto = {
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
  /** The customer's name. */
  name: string;
  email: string;
  /** The amount due in dollars; 0 when nothing is. */
  price: number;
  /** The unit price in dollars of its first line. */
  unitPrice: number;
};
export type CheckoutLineDto = {
  productId: string;
  /** Whole units, within the part's minimum order, packs and what is available. */
  orderQuantity: number | string;
  /** The unit price in dollars that the shopper saw: the base price, or that at this quantity. */
  price: number | string;
};
export type CheckoutDto = {
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
  /** What is ordered, one line a product. */
  lines: CheckoutLineDto[];
};
export type PaymentIntentDto = {
  /** What the browser pays with; the same each time while the intent is open. */
  clientSecret: string;
};
export type CreatePaymentIntentDto = {
  /** The order to pay. Without it, the caller's only unpaid order. */
  orderId?: string;
  /** The amount in dollars that the customer saw; another than the amount due is refused with 409. */
  price?: number | string;
};
export type ConfirmPaymentDto = {
  /** The payment intent's id. */
  transactionId: string;
  /** Accepted and ignored, whatever it is: the intent says what was paid. */
  payItem?: (object | null) | unknown[] | string | number | boolean;
};
export type LinkedLineDto = {
  name: string;
  quantity: number;
  /** Dollars, as on the order. */
  total: number;
};
export type LinkedDeliveryDto = {
  name: string;
  /** Dollars. */
  price: number;
};
export type LinkedStatus = 'unpaid' | 'paid';
export type LinkedOrderDto = {
  number: string;
  lines: LinkedLineDto[];
  delivery?: LinkedDeliveryDto;
  /** Of all lines and of the delivery, in dollars. */
  tax: number;
  /** Whether the tax is in the prices, or added to them. */
  pricesIncludeTax: boolean;
  /** What is charged, in dollars. */
  amount: number;
  /** The ISO 4217 code of every amount. */
  currency: string;
  /** Whether it is paid; what became of it then is between the shop and its customer. */
  status: LinkedStatus;
};
export type CreateLinkedIntentDto = {
  /** The amount in dollars that the customer saw; another than the amount due is refused with 409. */
  price?: number | string;
};
export type ConfirmLinkedPaymentDto = {
  /** The payment intent's id. */
  transactionId: string;
};
export type ReviewReplyDto = {
  text: string;
  at: string;
};
export type ReviewDto = {
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
};
export type CreateReviewDto = {
  /** Whole stars, five is best; a number or its string. */
  ratings: number | string;
  comments: string;
  /** Accepted and ignored: the account has the author's name. */
  name?: (object | null) | unknown[] | string | number | boolean;
  /** Accepted and ignored: the account has the author's address. */
  email?: (object | null) | unknown[] | string | number | boolean;
  /** Accepted and ignored: the account has the author's image. */
  img?: (object | null) | unknown[] | string | number | boolean;
};
export type UpdateUserDto = {
  name?: string;
  phone?: string | number;
  education?: string;
  linkedIn?: string;
  /** Accepted and ignored: the path names the user, and nobody's address is changed. */
  email?: (object | null) | unknown[] | string | number | boolean;
};
export type MailChoice = 'low-stock' | 'disputes' | 'failed-webhooks';
export type MailPreferencesDto = {
  /** What is not mailed. */
  off: MailChoice[];
};
export type SetMailPreferencesDto = {
  /** What is not to be mailed; everything else is. */
  off: MailChoice[];
};
export const {
  useExchangeTokenMutation,
  useGetUserQuery,
  useLazyGetUserQuery,
  useRequestStockAlertMutation,
  useRequestOwnStockAlertMutation,
  useListOwnStockAlertsQuery,
  useLazyListOwnStockAlertsQuery,
  useStopOwnStockAlertMutation,
  useGetAlertToConfirmQuery,
  useLazyGetAlertToConfirmQuery,
  useConfirmStockAlertMutation,
  useGetAlertToStopQuery,
  useLazyGetAlertToStopQuery,
  useStopStockAlertMutation,
  useGetAddressBookQuery,
  useLazyGetAddressBookQuery,
  useAddAddressMutation,
  useReplaceAddressMutation,
  useRemoveAddressMutation,
  useListDeliveryMethodsQuery,
  useLazyListDeliveryMethodsQuery,
  useGetBasketQuery,
  useLazyGetBasketQuery,
  useReplaceBasketMutation,
  useCheckBasketMutation,
  useGetOwnOrderQuery,
  useLazyGetOwnOrderQuery,
  usePutBackOrderMutation,
  useCreatePurchaseMutation,
  useListPurchasesOfQuery,
  useLazyListPurchasesOfQuery,
  useRemovePurchaseMutation,
  useCancelOrderLineMutation,
  useSearchPurchasesQuery,
  useLazySearchPurchasesQuery,
  useGetOrderToPayQuery,
  useLazyGetOrderToPayQuery,
  usePlaceOrderMutation,
  useCreatePaymentIntentMutation,
  useConfirmPaymentMutation,
  useGetLinkedOrderQuery,
  useLazyGetLinkedOrderQuery,
  useCreateLinkedIntentMutation,
  useConfirmLinkedPaymentMutation,
  useCreateReviewMutation,
  useUpdateUserMutation,
  useGetMailPreferencesQuery,
  useLazyGetMailPreferencesQuery,
  useSetMailPreferencesMutation,
} = injectedRtkApi;
