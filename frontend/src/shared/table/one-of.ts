/** A value of the URL, if it is one that the call takes; an edited or old link then shows the plain list. */
export const oneOf = <T extends string>(allowed: readonly T[], value: string | undefined): T | undefined =>
  allowed.find((candidate) => candidate === value);
