import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListPurchasesOfQuery } from '../../../api/account-api';
import { useSessionState } from '../../../features/session/use-session';
import { AddToBasket } from '../../../features/products/add-to-basket';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { fetchOrderForm, OrderForm } from '../../../features/orders/lazy-order-form';
import { PageHead } from '../../../ui/page-head';
import { ProductLoad } from '../../../features/products/product-load';
import { OrderedBefore } from './ordered-before';
import { PartPicker } from './part-picker';
import { PickedPart } from './picked-part';
import './purchase.css';

const REMEMBERED = 50;

export { fetchOrderForm as fetchForm };

/** Quick order: pick a part by name, give a quantity, order. */
export default function PurchasePage() {
  const { user } = useSessionState();
  const [search, setSearch] = useSearchParams();
  const orders = useListPurchasesOfQuery({ id: user?.email ?? '', limit: REMEMBERED }, { skip: !user });
  const picked = search.get('part') ?? '';
  const pick = (id?: string) =>
    setSearch(id ? { part: id } : {}, { replace: true, preventScrollReset: true });
  const page = useRef<HTMLDivElement>(null);
  const before = useRef(picked);
  useEffect(() => {
    if (before.current === picked) return;
    before.current = picked;
    // On a phone the part and the picker take turns: what had the focus is hidden.
    const isHidden = document.activeElement?.getClientRects().length === 0;
    if (document.activeElement !== document.body && !isHidden) return;
    const next = page.current?.querySelector<HTMLElement>(picked ? '.quick__order' : 'input[type="search"]');
    next?.focus({ preventScroll: true });
    page.current?.scrollIntoView();
  }, [picked]);

  return (
    <>
      <PageHead
        title="Quick order"
        lead="Pick a part by its name, give a quantity, order, or collect parts in the basket. What you ordered before is on top."
      />
      <div className={picked ? 'wrap quick quick--picked' : 'wrap quick'} ref={page}>
        <div className="quick__pick">
          <OrderedBefore
            orders={orders.data}
            error={orders.error}
            retry={orders.refetch}
            picked={picked}
            onPick={pick}
          />
          <PartPicker picked={picked} onPick={pick} />
        </div>
        <section className="quick__order" aria-label="Your order" tabIndex={-1}>
          {picked && (
            <Button className="quick__again" look="quiet" small onClick={() => pick()}>
              Choose another part
            </Button>
          )}
          {picked ? (
            <ProductLoad id={picked}>
              {(product) => (
                <>
                  <PickedPart product={product} />
                  <p className="quick__basket">
                    <AddToBasket product={product} wide />
                  </p>
                  {(orders.data ?? orders.error) ? (
                    <OrderForm key={product._id} product={product} before={orders.data?.[0]} />
                  ) : (
                    <Spinner label="Loading your last order" />
                  )}
                </>
              )}
            </ProductLoad>
          ) : (
            <EmptyState title="No part picked yet">Choose one and its form appears here.</EmptyState>
          )}
        </section>
      </div>
    </>
  );
}
