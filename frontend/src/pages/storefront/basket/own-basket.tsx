import { useRef, useState } from 'react';
import { useCheckedBasketQuery } from '../../../api/basket';
import { asApiError } from '../../../api/problem';
import { fixAll } from '../../../features/basket/fixes';
import type { BasketLine } from '../../../features/basket/merge';
import { useBasket } from '../../../features/basket/use-basket';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert, EmptyState, ErrorState } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { notifyUndo } from '../../../ui/notify-undo';
import { PageHead } from '../../../ui/page-head';
import { Waiting } from '../../../ui/waiting';
import { Amounts } from './amounts';
import { ExportButtons } from './export-buttons';
import { LineRow } from './line-row';

type Lines = readonly BasketLine[];

const tellFailure = (error: unknown) => void notify('error', asApiError(error).detail);

/** Lines that were taken out, at their places again; those that are there by now stay as they are. */
function withLinesBack(lines: Lines, before: Lines): Lines {
  const byPart = new Map(lines.map((line) => [line.productId, line]));
  const back = before.map((line) => byPart.get(line.productId) ?? line);
  const known = new Set(back.map(({ productId }) => productId));
  return [...back, ...lines.filter(({ productId }) => !known.has(productId))];
}

/** What is in the basket, what is wrong with it and what it would cost. */
export function OwnBasket() {
  const { lines, status, error, retry, setQuantity, change } = useBasket();
  const [deliveryMethodId, setMethod] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const check = useCheckedBasketQuery(
    { lines: [...lines], deliveryMethodId },
    {
      skip: status !== 'ready' || lines.length === 0,
      refetchOnMountOrArgChange: true,
      refetchOnFocus: true,
    },
  );
  // while a changed basket is checked, what was found of the one before
  const checked = check.data;
  const byPart = new Map(checked?.lines.map((line) => [line.productId, line]));
  const isChecking = check.isFetching || !checked;
  const toFix = checked?.lines.filter(
    ({ productId, problems }) => problems.length > 0 && lines.some((line) => line.productId === productId),
  ).length;

  const run = (by: (all: Lines) => Lines) => change(by).catch(tellFailure);
  const takeOut = async (taken: Lines, message: string) => {
    const before = lines;
    const gone = new Set(taken.map(({ productId }) => productId));
    const at = before.findIndex(({ productId }) => gone.has(productId));
    try {
      await change((all) => all.filter(({ productId }) => !gone.has(productId)));
    } catch (failure) {
      tellFailure(failure);
      return;
    }
    // what had the focus is gone
    const buttons = list.current?.querySelectorAll<HTMLElement>('.basket-line__remove');
    const next = buttons?.[Math.min(at, buttons.length - 1)];
    (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
    await notifyUndo(message, {
      run: () => change((all) => withLinesBack(all, before)),
      done: 'Your basket is as it was.',
    });
  };

  const content = () => {
    if (status === 'error')
      return <ErrorState error={error} title="Your basket could not be loaded" retry={retry} />;
    if (status === 'loading') return <Waiting label="Loading your basket" />;
    if (lines.length === 0)
      return (
        <EmptyState title="Your basket is empty" action={<ButtonLink to="/parts">See all parts</ButtonLink>}>
          What you add to it is kept for 90 days.
        </EmptyState>
      );
    if (!checked && check.error)
      return (
        <ErrorState error={check.error} title="Your basket could not be checked" retry={check.refetch} />
      );
    if (!checked) return <Waiting label="Checking your basket" />;
    return (
      <div className="basket">
        <section className="basket__lines" aria-labelledby="basket-lines">
          <h2 id="basket-lines" className="visually-hidden">
            Parts
          </h2>
          {check.error !== undefined && (
            <Alert tone="bad">{`${asApiError(check.error).detail} What is shown may be out of date.`}</Alert>
          )}
          {toFix !== undefined && toFix > 0 && (
            <Alert tone="warn">
              <div className="basket-line__note">
                <p>
                  {toFix === 1 ? '1 part needs' : `${toFix} parts need`} a change before you can check out.
                </p>
                <Button look="secondary" small onClick={() => void run((all) => fixAll(all, checked))}>
                  Fix all
                </Button>
              </div>
            </Alert>
          )}
          <ul className="basket__list" ref={list}>
            {lines.map((line) => (
              <LineRow
                key={line.productId}
                line={line}
                checked={byPart.get(line.productId)}
                onQuantity={(units) => void setQuantity(line.productId, units).catch(tellFailure)}
                onChange={(by) =>
                  void run((all) =>
                    all.flatMap((each) => (each.productId === line.productId ? (by(each) ?? []) : [each])),
                  )
                }
                onRemove={(name) => void takeOut([line], `${name} removed from your basket.`)}
              />
            ))}
          </ul>
        </section>
        <Amounts
          basket={checked}
          isChecking={isChecking}
          toFix={toFix ?? 0}
          onMethod={setMethod}
          deliveryMethodId={deliveryMethodId}
        />
      </div>
    );
  };

  return (
    <>
      <PageHead title="Basket">
        {lines.length > 0 && checked && (
          <>
            <ExportButtons lines={checked.lines} />
            <Button look="quiet" small onClick={() => void takeOut(lines, 'Your basket is empty now.')}>
              Empty the basket
            </Button>
          </>
        )}
      </PageHead>
      <div className="wrap">{content()}</div>
    </>
  );
}
