import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddressBookQuery } from '../../../api/address-book';
import { useGetConfigQuery } from '../../../api/api';
import { useGetUserQuery } from '../../../api/account-api';
import { useGetOwnOrderQuery, useListDeliveryMethodsQuery } from '../../../api/checkout';
import { asApiError } from '../../../api/problem';
import { useSessionState } from '../../../features/session/use-session';
import { ButtonLink } from '../../../ui/button';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { lazyForm } from '../../../ui/lazy-form';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import './checkout.css';

const { Form: Checkout, fetch: fetchForm } = lazyForm(
  async () => (await import('./checkout')).Checkout,
  'Loading the checkout',
);

export { fetchForm };

/** From the basket to a paid order. The order that was placed is in the address, so that a reload finds it. */
export default function CheckoutPage() {
  const { user: person } = useSessionState();
  const [search] = useSearchParams();
  const number = search.get('order');
  const email = person?.email;
  const user = useGetUserQuery(email === undefined ? skipToken : { email });
  const book = useAddressBookQuery(email ?? skipToken);
  const methods = useListDeliveryMethodsQuery();
  const config = useGetConfigQuery();
  const order = useGetOwnOrderQuery(number ? { number } : skipToken, { refetchOnMountOrArgChange: true });
  const { refetch } = order;
  const refresh = useCallback(() => void (number && refetch()), [number, refetch]);

  const body = () => {
    const isMissing = order.error && [400, 404].includes(asApiError(order.error).status);
    if (number && isMissing)
      return (
        <EmptyState
          title="There is no such order"
          action={<ButtonLink to="/dashboard">My orders</ButtonLink>}
        >
          Perhaps it was removed, or it belongs to another account.
        </EmptyState>
      );
    const failed = [user, book, config].find(({ error, data }) => error && !data);
    if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />;
    const isKnown = user.data && book.data && config.data && !methods.isLoading;
    if (!isKnown) return <Spinner label="Loading the checkout" />;
    return (
      <Checkout
        user={user.data!}
        addresses={book.data!.addresses}
        shopCountry={methods.data?.shopCountry ?? ''}
        config={config.data!.payments}
        number={number ?? undefined}
        order={number ? order.currentData : undefined}
        error={order.error}
        refresh={refresh}
      />
    );
  };

  return (
    <>
      <PageHead title="Checkout" />
      <div className="wrap">{body()}</div>
    </>
  );
}
