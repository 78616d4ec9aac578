/** Where a link in a mail leads. Only `shopLink` and `trackingLink` make one, so that no text of a person becomes a link. */
export type Link = string & { readonly checked: unique symbol };

/**
 * A page of the shop.
 *
 * @throws Error for a path that leads to another origin
 */
export function shopLink(publicUrl: string, path: string): Link {
  const url = new URL(path, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new Error(`A mail must not lead to ${url.origin}`);
  return url.href as Link;
}

/** A carrier's page that follows a shipment; undefined where it is none that a browser opens safely. */
export function trackingLink(address: string | undefined): Link | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? (href as Link) : undefined;
}
