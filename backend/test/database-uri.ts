const PARTS = /^(mongodb(?:\+srv)?:\/\/)([^@/]*@)?([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/** The address of a database on the server of another address, the credentials of which still hold. */
export function databaseUri(uri: string, database: string, through?: string): string {
  const [, scheme, credentials = '', hosts, holder, query] = PARTS.exec(uri) ?? [];
  const options = new URLSearchParams(query);
  // without it the user is looked for in the database of the path
  if (credentials && !options.has('authSource')) options.set('authSource', holder || 'admin');
  if (through) {
    // a client that looked for the set's members would go past the proxy
    options.delete('replicaSet');
    options.set('directConnection', 'true');
  }
  const text = options.toString();
  return `${scheme}${credentials}${through ?? hosts}/${database}${text && `?${text}`}`;
}

/** The same database through a proxy at `host`. */
export const proxiedUri = (uri: string, host: string): string =>
  databaseUri(uri, PARTS.exec(uri)?.[4] ?? '', host);

/** Where the first server of an address is. */
export function firstHost(uri: string): { hostname: string; port: number } {
  const [first = ''] = PARTS.exec(uri)?.[3]?.split(',') ?? [];
  const { hostname, port } = new URL(`mongodb://${first}`);
  return { hostname, port: Number(port || 27_017) };
}
