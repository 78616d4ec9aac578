export type Changes = Readonly<Record<string, string | undefined>>;

/** A query string with some parameters changed; `undefined` or '' removes one. */
export function changedSearch(search: string, changes: Changes): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes))
    if (value) params.set(name, value);
    else params.delete(name);
  return params;
}
