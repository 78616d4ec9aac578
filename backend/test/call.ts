/** A response, its JSON body parsed; a body that is no JSON is left as text. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  // deliberately loose: specs read whatever the API responds, and assert it
  // oxlint-disable-next-line no-explicit-any
  body: any;
}

export interface CallOptions {
  /** Who calls: a factory's user, or a token. */
  as?: { token: string } | string | undefined;
  /** Sent as JSON. A string, Buffer or FormData is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

const isRaw = (body: unknown): body is string | Buffer | FormData =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;

/** Calls under a base URL, over HTTP, with nothing added that a client would not send. */
export const callAt =
  (base: string): Call =>
  async (method, path, { as, body, headers = {} } = {}) => {
    const token = typeof as === 'string' ? as : as?.token;
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: isRaw(body) ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
