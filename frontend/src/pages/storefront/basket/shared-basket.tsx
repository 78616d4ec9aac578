import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCheckedBasketQuery, useItemsBySkuQuery } from '../../../api/basket';
import { asApiError } from '../../../api/problem';
import { notifyAdded } from '../../../features/basket/basket-toast';
import { leftOutText, type BasketLine, addLines } from '../../../features/basket/merge';
import { readShared } from '../../../features/basket/shared-link';
import { useBasket } from '../../../features/basket/use-basket';
import { ProductImage } from '../../../features/products/product-image';
import { count, money } from '../../../lib/format';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert, EmptyState, ErrorState } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { PageHead } from '../../../ui/page-head';
import { Waiting } from '../../../ui/waiting';

/** The parts that a link names, checked as they are now, to be added to one's own basket. */
export function SharedBasket({ text }: { text: string }) {
  const { parts, unread, leftOut } = useMemo(() => readShared(text), [text]);
  const skus = parts.flatMap(({ sku }) => sku ?? []);
  const found = useItemsBySkuQuery(skus, { skip: skus.length === 0 });
  const isFound = skus.length === 0 || found.currentData !== undefined;
  const bySku = new Map(found.currentData?.map((product) => [product.sku, product._id]));
  const lines = parts.flatMap(({ sku, productId = bySku.get(sku), orderQuantity }): BasketLine[] =>
    productId ? [{ productId, orderQuantity }] : [],
  );
  // an id and a SKU may be of one part
  const wanted = addLines([], lines).lines;
  const check = useCheckedBasketQuery({ lines: wanted }, { skip: !isFound || wanted.length === 0 });
  const { add } = useBasket();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  const checked = check.currentData;
  const sold = checked?.lines.filter(({ product }) => product) ?? [];
  const unknown = [
    ...unread,
    ...(isFound ? skus.filter((sku) => !bySku.has(sku)) : []),
    ...(checked?.lines ?? []).flatMap(({ product, name, productId }) => (product ? [] : [name || productId])),
  ];
  const error = found.error ?? check.error;
  const isReady = isFound && (wanted.length === 0 || checked !== undefined);

  const addAll = async () => {
    setBusy(true);
    try {
      const added = sold.map(({ productId, orderQuantity, product }) => ({
        productId,
        orderQuantity,
        price: product?.price,
      }));
      const { leftOut: full } = await add(added);
      void navigate('/basket');
      const text = sold.length === 1 ? '1 part added.' : `${sold.length} parts added.`;
      await (full > 0 ? notify('info', `${text}${leftOutText(full)}`) : notifyAdded(text));
    } catch (failure) {
      await notify('error', asApiError(failure).detail);
    } finally {
      setBusy(false);
    }
  };

  const content = () => {
    if (error && !isReady)
      return (
        <ErrorState
          error={error}
          title="The parts could not be loaded"
          retry={found.error ? found.refetch : check.refetch}
        />
      );
    if (!isReady) return <Waiting label="Loading the parts" />;
    return (
      <div className="basket basket--shared">
        {(unknown.length > 0 || leftOut > 0) && (
          <Alert tone="warn">
            {unknown.length > 0 && <p>The shop does not sell: {unknown.join(', ')}.</p>}
            {leftOut > 0 && <p>{leftOutText(leftOut).trim()}</p>}
          </Alert>
        )}
        {sold.length === 0 ? (
          <EmptyState
            title="None of these parts is sold"
            action={<ButtonLink to="/parts">See all parts</ButtonLink>}
          />
        ) : (
          <>
            <ul className="basket__list" aria-label="Parts">
              {sold.map(({ productId, orderQuantity, name, img, price, total, product, problems }) => (
                <li key={productId} className="basket-line">
                  <article className="basket-line__row basket-line__row--shared" aria-label={name}>
                    <ProductImage src={img} alt="" sizes="6rem" className="basket-line__image" />
                    <div className="basket-line__what">
                      <h2 className="basket-line__name">
                        <Link to={`/parts/${productId}`}>{name}</Link>
                      </h2>
                      {product?.sku && <p className="muted basket-line__sku">{product.sku}</p>}
                      <p className="num">
                        {count(orderQuantity)} × {money(price)}
                      </p>
                      {problems.map(({ code, message }) => (
                        <p key={code} className="basket-line__problem">
                          {message}
                        </p>
                      ))}
                    </div>
                    <p className="basket-line__total num">
                      <span className="visually-hidden">Total </span>
                      {money(total)}
                    </p>
                  </article>
                </li>
              ))}
            </ul>
            <section className="basket__amounts" aria-labelledby="basket-amounts">
              <h2 id="basket-amounts">Summary</h2>
              <dl className="basket__sums num">
                <div className="basket__total">
                  <dt>Subtotal</dt>
                  <dd>{money(checked?.subtotal ?? 0)}</dd>
                </div>
              </dl>
              <Button wide busy={busy} onClick={() => void addAll()}>
                Add all to my basket
              </Button>
            </section>
          </>
        )}
      </div>
    );
  };

  return (
    <>
      <PageHead
        title="Shared basket"
        lead="Somebody has sent you these parts, with today’s prices and stock."
      />
      <div className="wrap">{content()}</div>
    </>
  );
}
