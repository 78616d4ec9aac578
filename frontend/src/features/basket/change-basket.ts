import { ONCE, type PageStore } from '../../lib/page-load';
import { notify } from '../../ui/notify';
import { basketApi, type SavedBasket } from '../../api/basket';
import { asApiError } from '../../api/problem';
import type { SessionState } from '../session/session-slice';
import { browserLines, tellOtherTabs, writeBrowserLines } from './browser-basket';
import { type Added, addLines, type BasketLine, mergeBaskets, mergeText } from './merge';

export type Change = (lines: readonly BasketLine[]) => readonly BasketLine[];
type Thunk<T> = (dispatch: PageStore['dispatch'], getState: () => unknown) => T;

/** Whose basket is changed; undefined where it is the browser's. */
function customerOf(getState: () => unknown): string | undefined {
  const { status, user } = (getState() as { session: SessionState }).session;
  return status === 'signed-in' ? user?.email : undefined;
}

/** Another tab or browser may change the basket in between, again and again. */
const MOST_TRIES = 5;

const { savedBasket, saveBasket } = basketApi.endpoints;

/** The lines of a customer's basket as the server keeps them, with the price that they saw. */
export const linesOf = ({ basket }: SavedBasket): BasketLine[] =>
  basket.lines.map(({ productId, orderQuantity, product, problems }) => {
    const price = problems.find(({ code }) => code === 'price-changed')?.was ?? product?.price;
    return { productId, orderQuantity, ...(price !== undefined && { price }) };
  });

/** Reads the basket, changes it and writes it; when it was another one by then, all of it again. */
const save =
  (email: string, change: Change): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    for (let tries = 1; ; tries += 1) {
      const read = await dispatch(savedBasket.initiate(email, { ...ONCE, forceRefetch: tries > 1 })).unwrap();
      // somebody else is here by now
      if (customerOf(getState) !== email) return;
      // what was put in before signing in
      const visitors = browserLines();
      const { lines, ...merged } = mergeBaskets(linesOf(read), visitors);
      try {
        const body = { lines: change(lines), etag: read.etag };
        const saved = await dispatch(saveBasket.initiate(body, { track: false })).unwrap();
        dispatch(
          basketApi.util.upsertQueryEntries([{ endpointName: 'savedBasket', arg: email, value: saved }]),
        );
        if (visitors.length > 0 && browserLines() === visitors) writeBrowserLines([]);
        const text = visitors.length > 0 && mergeText(merged);
        if (text) void notify('info', text);
        tellOtherTabs();
        return;
      } catch (error) {
        if (asApiError(error).status !== 412 || tries === MOST_TRIES) throw error;
      }
    }
  };

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes the basket of whoever is here, one change after the other. `change` may run more than once.
 *
 * @throws ApiError
 */
export const changeBasket =
  (change: Change): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const email = customerOf(getState);
    if (email === undefined) return writeBrowserLines(change(browserLines()));
    const saved = last.catch(() => undefined).then(() => dispatch(save(email, change)));
    last = saved;
    return saved;
  };

/** Adds to what is there. @throws ApiError */
export const addToBasket =
  (added: readonly BasketLine[]): Thunk<Promise<Pick<Added, 'leftOut'>>> =>
  async (dispatch) => {
    let leftOut = 0;
    await dispatch(
      changeBasket((lines) => {
        const result = addLines(lines, added);
        leftOut = result.leftOut;
        return result.lines;
      }),
    );
    return { leftOut };
  };
