import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchItems: build.query<SearchItemsApiResponse, SearchItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/search`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
          sort: queryArg.sort,
          sortSpec: queryArg.sortSpec,
          q: queryArg.q,
          asTyped: queryArg.asTyped,
          spec: queryArg.spec,
          kind: queryArg.kind,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          availability: queryArg.availability,
        },
      }),
    }),
    countItems: build.query<CountItemsApiResponse, CountItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/facets`,
        params: {
          q: queryArg.q,
          asTyped: queryArg.asTyped,
          spec: queryArg.spec,
          kind: queryArg.kind,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          availability: queryArg.availability,
        },
      }),
    }),
    suggestItems: build.query<SuggestItemsApiResponse, SuggestItemsApiArg>({
      query: (queryArg) => ({
        url: `/items/suggestions`,
        params: {
          q: queryArg.q,
        },
      }),
    }),
    listItems: build.query<ListItemsApiResponse, ListItemsApiArg>({
      query: (queryArg) => ({
        url: `/items`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    listKinds: build.query<ListKindsApiResponse, ListKindsApiArg>({
      query: () => ({ url: `/items/kinds` }),
    }),
    listNewProducts: build.query<ListNewProductsApiResponse, ListNewProductsApiArg>({
      query: (queryArg) => ({
        url: `/product`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    getItem: build.query<GetItemApiResponse, GetItemApiArg>({
      query: (queryArg) => ({ url: `/item/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    getKind: build.query<GetKindApiResponse, GetKindApiArg>({
      query: (queryArg) => ({ url: `/kinds/${encodeURIComponent(String(queryArg.slug))}` }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/reviews`,
        params: {
          limit: queryArg.limit,
        },
      }),
    }),
    searchReviews: build.query<SearchReviewsApiResponse, SearchReviewsApiArg>({
      query: (queryArg) => ({
        url: `/reviews/search`,
        params: {
          page: queryArg.page,
          pageSize: queryArg.pageSize,
          cursor: queryArg.cursor,
          ratings: queryArg.ratings,
          sort: queryArg.sort,
        },
      }),
    }),
    checkAdmin: build.query<CheckAdminApiResponse, CheckAdminApiArg>({
      query: (queryArg) => ({ url: `/admin/${encodeURIComponent(String(queryArg.email))}` }),
    }),
    subscribe: build.mutation<SubscribeApiResponse, SubscribeApiArg>({
      query: (queryArg) => ({ url: `/newsletter`, method: 'POST', body: queryArg.subscribeDto }),
    }),
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/config` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type SearchItemsApiResponse =
  /** status 200 Search, filter, sort and page the products */ ProductPageDto;
export type SearchItemsApiArg = {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
  /** The order of the rows; a minus turns it round. By default what matches the words best, without words the newest. Without `q`,
    `spec` and a price range read from an index, also at a million products. */
  sort?: ProductSort;
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
};
export type CountItemsApiResponse =
  /** status 200 How many products each kind, availability and value of a specification would leave under the other filters */ FacetsDto;
export type CountItemsApiArg = {
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
};
export type SuggestItemsApiResponse =
  /** status 200 Parts and kinds that somebody may mean who is still typing */ SuggestionsDto;
export type SuggestItemsApiArg = {
  /** What was typed so far. */
  q: string;
};
export type ListItemsApiResponse = /** status 200 Newest first, at most 1,000. */ ProductDto[];
export type ListItemsApiArg = {
  /** At most so many rows, newest first. */
  limit?: number;
};
export type ListKindsApiResponse =
  /** status 200 The kinds of parts on sale, in order of their names */ KindsDto;
export type ListKindsApiArg = void;
export type ListNewProductsApiResponse = /** status 200 Newest first, at most 1,000. */ ProductDto[];
export type ListNewProductsApiArg = {
  /** At most so many rows, newest first. */
  limit?: number;
};
export type GetItemApiResponse =
  /** status 200 One product with all of its specifications */ ProductDetailDto;
export type GetItemApiArg = {
  /** The `_id`. */
  id: string;
};
export type GetKindApiResponse = /** status 200 One kind, by its slug or another of its names */ KindDto;
export type GetKindApiArg = {
  /** Its slug, or another of its names. */
  slug: string;
};
export type ListReviewsApiResponse = /** status 200 Newest first, at most 1,000. */ ReviewDto[];
export type ListReviewsApiArg = {
  /** At most so many rows, newest first. */
  limit?: number;
};
export type SearchReviewsApiResponse = /** status 200 Filter, sort and page the reviews */ ReviewPageDto;
export type SearchReviewsApiArg = {
  /** The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
  page?: number;
  /** Rows on a page. */
  pageSize?: number;
  /** The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
  cursor?: string;
  /** Only reviews of so many stars. */
  ratings?: number;
  /** By when they were written. */
  sort?: ReviewSort;
};
export type CheckAdminApiResponse = /** status 200 Whether a user is an admin */ AdminDto;
export type CheckAdminApiArg = {
  /** The user's e-mail address, compared without regard to case. */
  email: string;
};
export type SubscribeApiResponse = /** status 201 Keeps an address for the newsletter, once */ SubscribedDto;
export type SubscribeApiArg = {
  subscribeDto: SubscribeDto;
};
export type GetConfigApiResponse = /** status 200 What the frontend needs at run time */ ClientConfigDto;
export type GetConfigApiArg = void;
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
export type ProductPageDto = {
  /** The rows of this page. */
  items: ProductDto[];
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
export type ProductSort =
  'relevance' | 'newest' | 'oldest' | 'price' | '-price' | 'name' | '-name' | 'availableQ' | '-availableQ';
export type AvailabilityFilter = 'orderable' | 'low' | 'below-minimum' | 'sold-out' | 'low-stock';
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
export type SuggestedPartDto = {
  _id: string;
  name: string;
  /** An https URL, or a path on this origin. */
  img: string;
  /** The base price: of a unit, in dollars, two decimals. */
  price: number;
  /** What one part of its kind is called. */
  kindLabel?: string;
  /** Its SKU, part number or GTIN, where what was typed is the beginning of it. */
  number?: string;
};
export type SuggestedKindDto = {
  slug: string;
  /** What several of its parts are called. */
  label: string;
};
export type SuggestionsDto = {
  /** The product whose SKU, part number or GTIN was typed. */
  exactId?: string;
  /** Best first. */
  parts: SuggestedPartDto[];
  kinds: SuggestedKindDto[];
  /** The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed. */
  corrected?: string;
};
export type KindOptionDto = {
  slug: string;
  /** What several of its parts are called. */
  label: string;
  /** What it is listed under; empty for none. */
  group: string;
};
export type KindsDto = {
  kinds: string[];
  /** The same as people read them, by their groups and labels. */
  options: KindOptionDto[];
};
export type ShownSpecDto = {
  label: string;
  /** With its unit. */
  text: string;
  key: string;
  /** False where it is not known; the text says so. */
  isStated: boolean;
  /** As it is stored: a number in `unit`, the value of an option or several, or whether. */
  value?: number | string | boolean | string[];
  unit?: string;
  /** The unit's code by UN/CEFACT Recommendation 20, where it has one. */
  unitCode?: string;
};
export type SpecGroupDto = {
  /** Its heading; empty for the specifications that stand under none. */
  label: string;
  specs: ShownSpecDto[];
};
export type ProductDetailDto = {
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
  /** All specifications of its kind; absent where it has no kind, or one without specifications. */
  specification?: SpecGroupDto[];
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
export type ReviewPageDto = {
  /** The rows of this page. */
  items: ReviewDto[];
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
export type AdminDto = {
  /** Whether the user is an admin now. */
  admin: boolean;
};
export type SubscribedDto = {
  subscribed: boolean;
};
export type SubscribeDto = {
  email: string;
};
export type FirebaseConfigDto = {
  apiKey: string;
  authDomain: string;
  projectId: string;
};
export type IdentityConfigDto = {
  firebase: FirebaseConfigDto;
  emulatorUrl?: string;
};
export type PaymentsConfigDto = {
  publishableKey: string;
  apiUrl?: string;
};
export type ClientConfigDto = {
  identity: IdentityConfigDto;
  payments: PaymentsConfigDto;
  requireVerifiedEmail: boolean;
  sendsMail: boolean;
};
export const {
  useSearchItemsQuery,
  useLazySearchItemsQuery,
  useCountItemsQuery,
  useLazyCountItemsQuery,
  useSuggestItemsQuery,
  useLazySuggestItemsQuery,
  useListItemsQuery,
  useLazyListItemsQuery,
  useListKindsQuery,
  useLazyListKindsQuery,
  useListNewProductsQuery,
  useLazyListNewProductsQuery,
  useGetItemQuery,
  useLazyGetItemQuery,
  useGetKindQuery,
  useLazyGetKindQuery,
  useListReviewsQuery,
  useLazyListReviewsQuery,
  useSearchReviewsQuery,
  useLazySearchReviewsQuery,
  useCheckAdminQuery,
  useLazyCheckAdminQuery,
  useSubscribeMutation,
  useGetConfigQuery,
  useLazyGetConfigQuery,
} = injectedRtkApi;
