import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { AccountDirectory } from '../account-directory.js';
import type { Caller } from '../../common/access.js';
import { NotAllowed, NotFound } from '../../common/errors.js';
import { lowerEmail } from '../../common/fields.js';
import { withinDays } from '../../lists/days.js';
import { toCents } from '../../common/money.js';
import { findAll, findNewest, findPage, type Sort } from '../../lists/find-page.js';
import { type Page } from '../../common/paging.js';
import { withVersion } from '../../common/versions.js';
import { matchesEmail } from '../../lists/search-words.js';
import { ImageReferences } from '../../images/image-references.js';
import { type Status, STATUSES } from '../orders/order-states.js';
import { type OrderDto, type OrderToPayDto, toOrderDto, toOrderToPayDto } from '../orders/order.dto.js';
import { countStates } from './count-states.js';
import type {
  CountPurchasesQuery,
  FoundOrderDto,
  OrderSort,
  PurchaseFilter,
  SearchPurchasesQuery,
  SortedPurchases,
  StatusCountsDto,
} from './order-search.dto.js';
import { ExternalIds } from '../orders/external-ids.service.js';
import { OrderNumber, parseOrderNumber } from '../orders/order-number.js';
import { Order } from '../orders/order.schema.js';
import { matchesOf } from './order-matches.js';
import { compare, lookUp, lookUpEither } from './order-filters.js';
import { mayBeCode, readTyped } from './typed-text.js';

const SORTS: Record<OrderSort, Sort> = {
  newest: ['createdAt', -1],
  oldest: ['createdAt', 1],
  total: ['totalCents', 1],
  '-total': ['totalCents', -1],
};

/** Orders in a state; all of them by naming each, for the indexes. */
const inState = (status?: Status): QueryFilter<Order> => ({
  status: status ?? trusted({ $in: [...STATUSES] }),
});

/** The caller's own orders, without those that they took off their list. */
const ownList = ({ id }: Caller): QueryFilter<Order> => ({ userId: new Types.ObjectId(id), hiddenAt: null });

type Rows = { rows: OrderDto[]; total: number };

/** Reads orders. What a customer took off their list appears in none of theirs; admins see all. */
@Injectable()
export class OrderLists {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectModel(OrderNumber.name) private readonly numbers: Model<OrderNumber>,
    private readonly externalIds: ExternalIds,
    private readonly accounts: AccountDirectory,
    images: ImageReferences,
  ) {
    images.register(this.orders, 'lines.imageId');
  }

  /** All orders, newest first. */
  newest(limit: number | undefined): Promise<Rows> {
    return findNewest(this.orders, inState(), limit, toOrderDto('admin'));
  }

  /** The orders of the person named: for themselves their own list, for an admin all. */
  async of(email: string, limit: number | undefined, caller: Caller): Promise<Rows> {
    const isOwn = lowerEmail(email) === caller.email;
    return findNewest(
      this.orders,
      { ...(isOwn ? ownList(caller) : await this.placedBy(email)), ...inState() },
      limit,
      toOrderDto(isOwn ? 'customer' : 'admin'),
    );
  }

  /**
   * A page of the caller's own list as its customer sees it, or of all orders as admins see them. For an admin their own address is
   * a filter like any other: only `own` asks for their list.
   */
  async search(query: SearchPurchasesQuery, caller: Caller): Promise<Page<FoundOrderDto>> {
    const { q, email, own, removed, sort = 'newest' } = query;
    const namesSelf = email !== undefined && lowerEmail(email) === caller.email;
    const isOwn = own === true || (namesSelf && caller.role !== 'admin');
    if (!isOwn && caller.role !== 'admin')
      throw new NotAllowed('You may search your own orders only: give your email, or own=true.');
    if (isOwn && email !== undefined && !namesSelf)
      throw new NotAllowed('Your own orders are those of your own email.');
    if (!isOwn && removed)
      throw new NotAllowed('You may search the removed orders of your own list only: give own=true.');
    const filter = {
      ...(await this.filterOf(query, isOwn ? caller : undefined)),
      ...(removed && { hiddenAt: trusted({ $ne: null }) }),
    };
    const toDto = toOrderDto(isOwn ? 'customer' : 'admin');
    const saysWhy = q !== undefined && caller.role === 'admin';
    return findPage(this.orders, filter, SORTS[sort], query, (order: Order): FoundOrderDto =>
      Object.assign(toDto(order), saysWhy && { matches: matchesOf(order, q) }),
    );
  }

  /** All orders of a search, for an export by an admin. */
  async all(query: SortedPurchases) {
    const filter = await this.filterOf(query);
    const sort = SORTS[query.sort ?? 'newest'];
    // words are found in the order of time only
    const wider = filter.$and && sort[0] === 'totalCents' ? inState(query.status) : undefined;
    return findAll(this.orders, filter, sort, wider);
  }

  /** How many orders there are in each state, for an admin. */
  async counts(query: CountPurchasesQuery): Promise<StatusCountsDto> {
    return { counts: await countStates(this.orders, await this.filterOf(query)) };
  }

  /**
   * The orders that match, as the database finds them.
   *
   * @param owner whose own list it is; without it, of all orders, also those that are on no list any more
   */
  async filterOf(wanted: PurchaseFilter, owner?: Caller): Promise<QueryFilter<Order>> {
    const { q, status, email, from, to, minTotal, maxTotal, productId, kind, dispute, externalId } = wanted;
    const words = await this.matchesText(q, owner !== undefined || email !== undefined);
    if (externalId !== undefined)
      words.push({ _id: (await this.externalIds.orderWith(externalId)) ?? trusted({ $in: [] }) });
    const createdAt = withinDays(from, to);
    return {
      ...(owner ? ownList(owner) : email !== undefined && (await this.placedBy(email))),
      ...(productId !== undefined && { 'lines.productId': new Types.ObjectId(productId) }),
      ...(kind !== undefined && { 'lines.kind': kind }),
      ...(dispute !== undefined && { dispute }),
      ...inState(status),
      ...(createdAt && { createdAt }),
      ...((minTotal !== undefined || maxTotal !== undefined) && {
        totalCents: trusted({
          ...(minTotal !== undefined && { $gte: toCents(minTotal) }),
          ...(maxTotal !== undefined && { $lte: toCents(maxTotal) }),
        }),
      }),
      ...(words.length > 0 && { $and: words }),
    };
  }

  /** A whole order number finds its order, and a whole e-mail address its orders, however they are typed. */
  private async matchesText(q = '', isOfOne: boolean): Promise<QueryFilter<Order>[]> {
    const number = parseOrderNumber(q);
    const named = number && (await this.numbers.findById(number).lean<OrderNumber>());
    if (named) return [{ _id: named.orderId }];
    const typed = readTyped(q);
    // a person's orders are few: theirs are compared in their order, rather than looked up
    if (isOfOne) return compare(typed);
    const email = await matchesEmail(this.orders, q);
    if (email) return [email];
    const { words, whole } = typed;
    // only where an order has it: of several words that are looked up, the database takes the one that few orders have
    const isCode = whole && mayBeCode(q) && (await this.orders.exists({ $and: lookUp(whole) }));
    return isCode ? lookUpEither({ words, whole }) : words.flatMap(lookUp);
  }

  /** One of the caller's orders, to pay it. */
  async toPay(id: string, caller: Caller): Promise<OrderToPayDto> {
    const order = await this.orders.findOne({ _id: id, userId: new Types.ObjectId(caller.id) }).lean<Order>();
    if (!order) throw new NotFound('order');
    return withVersion(toOrderToPayDto(order), order.version);
  }

  /** By the account, not by the address that an order keeps: addresses change hands. */
  private async placedBy(email: string): Promise<QueryFilter<Order>> {
    const userId = await this.accounts.idOf(email);
    return userId === undefined ? { _id: trusted({ $in: [] }) } : { userId: new Types.ObjectId(userId) };
  }
}
