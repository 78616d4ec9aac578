import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.js';

/** Whether the proxy at an address, so many hops away, is one of the shop's own. */
export type Trust = (address: string, hop: number) => boolean;

/** What `TRUST_PROXY` says; undefined where there is no proxy. */
export function trustOf({ trustProxy }: Config): Trust | undefined {
  if (trustProxy === false) return undefined;
  // to Fastify a count of hops trusts nobody who connects directly
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(',').map((range) => range.trim()));
}

/** The client's address, as Fastify's `request.ip`; '' of a connection that has closed. */
export const addressOf = (request: IncomingMessage, trust: Trust | undefined): string =>
  (trust ? proxyAddr(request, trust) : request.socket.remoteAddress) ?? '';

/** Whether the client reached the outermost proxy by TLS, as Fastify's `request.protocol`. */
export function isSecure({ headers, socket }: IncomingMessage, trust: Trust | undefined): boolean {
  const forwarded = headers['x-forwarded-proto'];
  if (!forwarded || !trust?.(socket.remoteAddress ?? '', 0)) return false;
  return String(forwarded).split(',').at(-1)!.trim() === 'https';
}
