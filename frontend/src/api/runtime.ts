/**
 * What the API client needs from its surroundings, handed in by whoever starts it: the session in the browser,
 * nobody for an anonymous render elsewhere. Keeps `api/` free of imports from the rest of the app.
 */
export interface ApiRuntime {
  /** Where the API lives; a path in the browser, an absolute URL where there is no page. */
  baseUrl: string;
  /** The shop's own token for the `Authorization` header, if someone is signed in. */
  token: () => string | undefined;
  /** Fetches a fresh token; false when nobody is signed in any more. */
  renew: () => Promise<boolean>;
}

const anonymous: ApiRuntime = {
  baseUrl: '/api',
  token: () => undefined,
  renew: () => Promise.resolve(false),
};

let current = anonymous;

export const apiRuntime = (): ApiRuntime => current;

export function configureApi(changes: Partial<ApiRuntime>): void {
  current = { ...current, ...changes };
}
