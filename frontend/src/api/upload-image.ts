import { problemToError, type ApiError } from './problem';
import type { ApiRuntime, ApiThunk } from './runtime';

const NO_CONNECTION: ApiError = {
  status: 0,
  title: 'No connection',
  detail: 'The upload did not reach the shop. Check your connection and try again.',
  errors: {},
};
const STALLED: ApiError = {
  status: 0,
  title: 'No connection',
  detail: 'The upload has stopped. Check your connection and try again.',
  errors: {},
};
const NO_URL: ApiError = {
  status: 200,
  title: 'Not accepted',
  detail: 'The image was not accepted. Please try another one.',
  errors: {},
};

/** How long an upload may stand still. While it moves, however slowly, it has all the time it needs. */
const STALL_MS = 30_000;
/** How long the shop may take once it has everything: the image waits for others and is encoded again. */
const RESPONSE_MS = 60_000;

/** One attempt; `XMLHttpRequest`, because `fetch` does not say how much of a body has been sent. */
function send(
  { baseUrl, token }: ApiRuntime,
  image: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('image', image);
    request.open('POST', `${baseUrl.replace(/\/$/, '')}/images`);
    const bearer = token();
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`);
    request.responseType = 'json';
    let patience: ReturnType<typeof setTimeout>;
    const expectMore = (ms: number) => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        reject(STALLED);
        request.abort();
      }, ms);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      expectMore(loaded < total ? STALL_MS : RESPONSE_MS);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: request.response as unknown }),
    );
    for (const event of ['error', 'abort'] as const)
      request.addEventListener(event, () => reject(NO_CONNECTION));
    request.addEventListener('loadend', () => clearTimeout(patience));
    signal.addEventListener('abort', () => request.abort());
    expectMore(STALL_MS);
    request.send(form);
  });
}

/**
 * Uploads an image and returns its address.
 *
 * @param onProgress the share that is sent, 0 to 1
 * @throws ApiError
 */
export const uploadImage =
  (image: Blob, onProgress: (share: number) => void, signal: AbortSignal): ApiThunk<Promise<string>> =>
  async (_dispatch, _getState, runtime) => {
    const token = runtime.token();
    let response = await send(runtime, image, onProgress, signal);
    if (response.status === 401 && (await runtime.renew(token)))
      response = await send(runtime, image, onProgress, signal);
    const { status, body } = response;
    if (status !== 200) throw problemToError(status, body);
    const { success, data } = body as { success?: boolean; data?: { url?: string } };
    if (!success || !data?.url) throw NO_URL;
    return data.url;
  };
