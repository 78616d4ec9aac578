/** A value of the URL, if the call accepts it; an edited or outdated link then shows the plain list. */
export const parseEnum = <T extends string>(
  allowed: readonly T[],
  value: string | undefined,
): T | undefined => allowed.find((candidate) => candidate === value);
