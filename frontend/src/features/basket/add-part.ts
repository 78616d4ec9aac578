import { asApiError } from '../../api/problem';
import type { Product } from '../../api/types';
import { count } from '../../lib/format';
import type { PageStore } from '../../lib/page-load';
import { notify } from '../../ui/notify';
import { notifyAdded } from './basket-toast';
import { addToBasket } from './change-basket';
import { leftOutText } from './merge';

/** Puts the minimum order of a part, which is whole packs, into the basket, and says so. */
export async function addPart(dispatch: PageStore['dispatch'], product: Product): Promise<void> {
  const { _id: productId, name, minimumOQ: orderQuantity, price } = product;
  try {
    const { leftOut } = await dispatch(addToBasket([{ productId, orderQuantity, price }]));
    if (leftOut > 0) await notify('error', `${name} was not added.${leftOutText(leftOut)}`);
    else await notifyAdded(`${count(orderQuantity)} × ${name} added.`);
  } catch (error) {
    await notify('error', `${name} was not added. ${asApiError(error).detail}`);
  }
}
