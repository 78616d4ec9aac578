import { lazy, Suspense } from 'react';
import { useGetConfigQuery } from '../../api/api';

const VerifyNotice = lazy(() => import('./verify-notice'));

/** Where an order is placed: asks to verify the address, in a shop that takes no first order without; fetched only there. */
export function VerifyBeforeOrder() {
  const { data } = useGetConfigQuery();
  return (
    data?.requireVerifiedEmail && (
      <Suspense>
        <VerifyNotice beforeOrder />
      </Suspense>
    )
  );
}
