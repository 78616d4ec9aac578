import { adminApi } from '../../../api/admin-api';
import type { BulkSpecDto, BulkStockDto } from '../../../api/generated-admin';
import { count, money } from '../../../lib/format';
import type { BulkAction } from '../../../lists/bulk';
import { PriceFields, StockFields } from './bulk-fields';
import { specFieldsOf } from './spec-fields';

const products = (rows: number): string => `${count(rows)} ${rows === 1 ? 'product' : 'products'}`;

export const changePrices: BulkAction = {
  key: 'price',
  label: 'Change prices',
  title: 'Change prices',
  confirm: (rows) => `Change the price of ${products(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.changePrices.initiate({ 'Idempotency-Key': key, bulkPriceDto: body }),
    ).unwrap(),
  Fields: PriceFields,
  showNumber: money,
};

export const changeStock: BulkAction = {
  key: 'stock',
  label: 'Change stock',
  title: 'Change stock',
  confirm: (rows) => `Change the stock of ${products(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.changeStock.initiate({
        'Idempotency-Key': key,
        bulkStockDto: body as BulkStockDto,
      }),
    ).unwrap(),
  Fields: StockFields,
  showNumber: count,
};

/** @param kind chosen to begin with */
export const setSpec = (kind: string | undefined): BulkAction => ({
  key: 'spec',
  label: 'Set a specification',
  title: 'Set a specification',
  confirm: (rows) => `Set it for ${products(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.changeSpecs.initiate({
        'Idempotency-Key': key,
        bulkSpecDto: body as BulkSpecDto,
      }),
    ).unwrap(),
  Fields: specFieldsOf(kind),
});

export const archiveProducts: BulkAction = {
  key: 'archive',
  label: 'Archive',
  title: 'Archive products',
  confirm: (rows) => `Archive ${products(rows)}`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.archiveItems.initiate({ 'Idempotency-Key': key, bulkItemsDto: body }),
    ).unwrap(),
};

export const unarchiveProducts: BulkAction = {
  key: 'unarchive',
  label: 'Unarchive',
  title: 'Put products on sale again',
  confirm: (rows) => `Put ${products(rows)} on sale`,
  run: (dispatch, body, key) =>
    dispatch(
      adminApi.endpoints.unarchiveItems.initiate({ 'Idempotency-Key': key, bulkItemsDto: body }),
    ).unwrap(),
};
