/** The list of a kind's parts on sale; of those only that lack a specification, where it is given. */
export const partsPath = (slug: string, lacks?: string): string =>
  `/dashboard/manageProducts?${new URLSearchParams({ kind: slug, ...(lacks !== undefined && { lacks }) })}`;
