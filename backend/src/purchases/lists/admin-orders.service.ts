import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { AccountDirectory } from '../account-directory.js';
import { runBulk } from '../../lists/bulk.js';
import type { BulkRequest, BulkResultDto } from '../../lists/bulk.dto.js';
import { countRows } from '../../lists/count-rows.js';
import { NotFound } from '../../common/errors.js';
import { toDollars } from '../../common/money.js';
import { MAX_COUNTED } from '../../common/paging.js';
import { withVersion } from '../../common/versions.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { PaymentProvider } from '../../payment-provider/payment-provider.js';
import { isAddressEditable } from '../orders/address-change.js';
import { type OrderDetailDto, toOrderRefundDtos } from '../orders/order-detail.dto.js';
import { OrderNotes } from '../orders/order-notes.service.js';
import { titleOf } from '../orders/order-lines.js';
import { cannotCancel, cannotShip, isRefundable, isShippable } from '../orders/order-states.js';
import { OrderLists } from './order-lists.service.js';
import type { PurchaseFilter } from './order-search.dto.js';
import { toOrderDto } from '../orders/order.dto.js';
import { Order } from '../orders/order.schema.js';
import { PurchasesService } from '../purchases.service.js';
import { OrderShipments } from '../shipments/order-shipments.service.js';
import { leftToRefund } from '../refunds/refund-rules.js';

const labelOf = ({ number, lines, userName }: Order): string =>
  `${number}: ${titleOf(lines)} for ${userName}`;

/** What admins read of one order, and do with many. */
@Injectable()
export class AdminOrdersService {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly accounts: AccountDirectory,
    private readonly lists: OrderLists,
    private readonly notes: OrderNotes,
    private readonly purchases: PurchasesService,
    private readonly shipments: OrderShipments,
    private readonly provider: PaymentProvider,
  ) {}

  async get(id: string): Promise<OrderDetailDto> {
    const order = await this.orders.findById(id).lean<Order>();
    if (!order) throw new NotFound('order');
    const { userId, transactionId } = order;
    const [email, orders, notes] = await Promise.all([
      this.accounts.emailOf(String(userId)),
      countRows(this.orders, { userId }, MAX_COUNTED),
      this.notes.of(order._id),
    ]);
    const url = transactionId === undefined ? undefined : this.provider.dashboardUrl(transactionId);
    const detail: OrderDetailDto = Object.assign(toOrderDto('admin')(order), {
      customer: { id: String(userId), ...(email !== undefined && { email }), orders },
      ...(transactionId !== undefined && {
        payment: { intentId: transactionId, ...(url !== undefined && { url }) },
      }),
      refundable: isRefundable(order) ? toDollars(leftToRefund(order)) : 0,
      isAddressEditable: isAddressEditable(order),
      refunds: toOrderRefundDtos(order.refunds),
      notes,
    });
    return withVersion(detail, order.version);
  }

  /** Marks orders as shipped, each as the call for one does. */
  ship(request: BulkRequest<PurchaseFilter>, caller: Caller, attempt: Attempt): Promise<BulkResultDto> {
    return this.run(request, caller, attempt, {
      refusal: (order) => (isShippable(order) ? undefined : cannotShip(order)),
      run: ({ _id }) => this.shipments.shipRest(String(_id), caller),
    });
  }

  /** Cancels unpaid orders, each as the call for one does. */
  cancel(request: BulkRequest<PurchaseFilter>, caller: Caller, attempt: Attempt): Promise<BulkResultDto> {
    return this.run(request, caller, attempt, {
      refusal: (order) => (order.status === 'unpaid' ? undefined : cannotCancel(order)),
      run: ({ _id }) => this.purchases.cancel(String(_id), caller),
    });
  }

  private run(
    request: BulkRequest<PurchaseFilter>,
    caller: Caller,
    attempt: Attempt,
    operation: {
      refusal: (order: Order) => string | undefined;
      run: (order: Order) => Promise<unknown>;
    },
  ): Promise<BulkResultDto> {
    const { refusal, run } = operation;
    return runBulk<Order, PurchaseFilter>(
      this.orders,
      request,
      {
        what: 'order',
        readScope: 'orders:read',
        filterOf: (filter) => this.lists.filterOf(filter),
        labelOf: (order) => {
          attempt.about.add(String(order.userId));
          return labelOf(order);
        },
        refusal,
        run: async (order) => {
          await run(order);
          return undefined;
        },
      },
      { caller, isRepeat: attempt.isRepeat },
    );
  }
}
