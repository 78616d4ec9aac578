import { useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSaveNewAddressMutation } from '../../../api/address-book';
import { useCheckedBasketQuery } from '../../../api/basket';
import { useLazyGetBasketQuery, usePlaceOrderMutation } from '../../../api/checkout';
import { newIdempotencyKey } from '../../../api/idempotency-key';
import { problemToError } from '../../../api/problem';
import type { CheckedBasket, Order, SavedAddress, User } from '../../../api/types';
import { toAddress } from '../../../features/addresses/address-values';
import { useBasket } from '../../../features/basket/use-basket';
import { useIdempotencyKey } from '../../../forms/idempotency';
import { useForm } from '../../../forms/use-form';
import { useSettled } from '../../../lib/use-settled';
import { notify } from '../../../ui/notify';
import {
  checkoutErrors,
  checkoutProblem,
  destinationOf,
  initialValues,
  isOtherBasket,
  lineErrors,
  obstacle,
  savedOf,
  toCheckout,
  type CheckoutValues,
} from './checkout-values';

const CHANGED = 'Your basket has changed in another window. Look at it again; nothing was ordered here.';
const NOT_CHECKED = 'The prices could not be checked. Check your connection and try again.';
const NOT_ORDERABLE = 'Some parts cannot be ordered as they are. Put them right in the basket.';

interface CheckoutOptions {
  user: User;
  addresses: readonly SavedAddress[];
  shopCountry: string;
  /** The order is placed, and was shown with this total. */
  onPlaced: (order: Order, shownTotal: number) => unknown;
}

/** The form until the order is placed: the basket as it is priced for the address, and what is typed. */
export function useCheckout({ user, addresses, shopCountry, onPlaced }: CheckoutOptions) {
  const { lines, status, error, retry } = useBasket();
  const [place] = usePlaceOrderMutation();
  const [readBasket] = useLazyGetBasketQuery();
  const [keepAddress] = useSaveNewAddressMutation();
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [, setSearch] = useSearchParams();
  const chosen = useLocation().state as { deliveryMethodId?: string } | null;
  const owner = user.email;
  const key = useIdempotencyKey({ name: 'checkout-attempt', owner });
  /** The key of the attempt that may still succeed: its order may have emptied the basket. */
  const tried = useRef<string>(undefined);
  /** What was sent last. */
  const sent = useRef<CheckoutValues>(undefined);
  const sentSaved = () => sent.current && savedOf(sent.current, addresses);

  const form = useForm({
    initial: {
      ...initialValues({ addresses, name: user.name, phone: user.phone, shopCountry }),
      // as in the basket
      deliveryMethodId: chosen?.deliveryMethodId ?? '',
    },
    draft: { name: 'checkout', owner },
    idempotencyKey: key,
    check: (values) => checkoutErrors(values, addresses),
    toBody: (values) => {
      sent.current = values;
      return toCheckout(values, addresses, basket!);
    },
    send: async (checkoutDto, attempt) => {
      setRefused(new Map());
      if (tried.current !== attempt) {
        const { lines: now } = await readBasket({}).unwrap();
        if (isOtherBasket(checkoutDto.lines, now)) {
          retry();
          throw problemToError(409, { detail: CHANGED });
        }
        tried.current = attempt;
      }
      try {
        return await place({ checkoutDto, 'Idempotency-Key': attempt }).unwrap();
      } catch (failure) {
        setRefused(lineErrors(failure));
        throw failure;
      }
    },
    problemOf: (failure) => checkoutProblem(failure, !sentSaved()),
    onDone: async (order) => {
      // a reload finds it again
      setSearch({ order: order.number }, { replace: true, preventScrollReset: true });
      const values = sent.current;
      if (values?.keep === 'yes' && !sentSaved())
        keepAddress({ address: toAddress(values), key: newIdempotencyKey() })
          .unwrap()
          .catch(() => notify('error', 'The address could not be saved to your account.'));
      await onPlaced(order, basket!.total);
    },
  });

  const wanted = JSON.stringify({
    ...destinationOf(form.values, addresses),
    ...(form.values.deliveryMethodId && { deliveryMethodId: form.values.deliveryMethodId }),
  });
  const destination = useSettled(wanted);
  const check = useCheckedBasketQuery(
    { lines: [...lines], ...(JSON.parse(destination) as object) },
    { skip: lines.length === 0, refetchOnMountOrArgChange: true },
  );
  /** As it is priced now. */
  const current = destination === wanted ? check.currentData : undefined;
  const basket: CheckedBasket | undefined = check.currentData ?? check.data;

  /** Places the order, when all is given and nothing is in the way. */
  const submit = async () => {
    if (!current) {
      if (check.error) void check.refetch();
      return form.setRefusal(NOT_CHECKED);
    }
    if (current.lines.some((line) => obstacle(line) !== undefined)) return form.setRefusal(NOT_ORDERABLE);
    // the message is at the address
    if (!current.isDelivered) return document.getElementById('checkout-address')?.scrollIntoView();
    return form.submit();
  };

  return {
    form,
    basket,
    refused,
    status,
    error: error ?? check.error,
    retry: check.error ? check.refetch : retry,
    isEmpty: status === 'ready' && lines.length === 0,
    isStale: !current && !check.error,
    submit,
  };
}
