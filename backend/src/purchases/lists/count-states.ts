import type { Model, QueryFilter } from 'mongoose';
import { MAX_COUNTED } from '../../common/paging.js';
import { countRows } from '../../lists/count-rows.js';
import { STATUSES } from '../orders/order-states.js';
import type { Order } from '../orders/order.schema.js';
import type { StatusCountDto } from './order-search.dto.js';

/** How many of the orders that match there are in each state, counted to 10,000. */
export const countStates = (orders: Model<Order>, filter: QueryFilter<Order>): Promise<StatusCountDto[]> =>
  Promise.all(
    STATUSES.map(async (status) => {
      const counted = await countRows(orders, { ...filter, status }, MAX_COUNTED + 1);
      return { status, total: Math.min(counted, MAX_COUNTED), totalIsExact: counted <= MAX_COUNTED };
    }),
  );
