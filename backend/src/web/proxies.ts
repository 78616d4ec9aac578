import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.js';

/** Whether the proxy at an address, so many hops away, is one of the shop's own. */
type Trust = (address: string, hop: number) => boolean;

/** What `TRUST_PROXY` says; undefined where there is no proxy. */
export function trustOf({ trustProxy }: Config): Trust | undefined {
  if (trustProxy === false) return undefined;
  // to Fastify a count of hops trusts nobody who connects directly
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(',').map((range) => range.trim()));
}
