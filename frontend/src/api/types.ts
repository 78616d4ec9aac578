/** The generated types under the names that the screens use. */
export type {
  ProductDto as Product,
  ProductSort,
  Availability,
  ReviewDto as Review,
  OrderDto as Order,
  OrderStatus,
  OrderStep,
  OrderSort,
  ReconciliationDto as Reconciliation,
  ReconciliationRowDto as ReconciliationRow,
  ReconciliationFinding as Finding,
  ResolutionDto as Resolution,
  OrderToPayDto as OrderToPay,
  UserDto as User,
  Role,
  ClientConfigDto as ShopConfig,
} from './generated';
